import { randomBytes } from 'node:crypto';
import { Database, migrate, type Migration } from '@turnpike/platform-persistence';

export interface FreshDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** An own, migrated database on the run's real PostgreSQL. */
export async function freshDatabase(migrations: readonly Migration[], name = 'test'): Promise<FreshDatabase> {
  const server = process.env['TURNPIKE_TEST_POSTGRES'];
  if (!server) throw new Error('no test server: name the spec *.int.spec.ts or *.e2e.spec.ts, or set TURNPIKE_TEST_POSTGRES');
  const database = `t_${randomBytes(8).toString('hex')}`;
  const admin = new Database({ url: server, name: 'test-admin', maxConnections: 1 });
  await admin.query(`create database ${database}`);
  await admin.close();
  const url = server.replace(/\/[^/]*$/, `/${database}`);
  const db = new Database({ url, name });
  await migrate(db, migrations);
  return { db, url, drop: () => dropDatabase(server, database, db) };
}

async function dropDatabase(server: string, database: string, db: Database): Promise<void> {
  await db.close().catch(() => undefined);
  const admin = new Database({ url: server, name: 'test-admin', maxConnections: 1 });
  await admin.query(`drop database ${database} with (force)`);
  await admin.close();
}
