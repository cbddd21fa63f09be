import { randomBytes } from 'node:crypto';
import { Database } from '../database.js';
import { migrate, type Migration } from '../migrate.js';

export interface OwnDatabase {
  readonly db: Database;
  readonly url: string;
  drop(): Promise<void>;
}

/** A database of its own on the run's server, for this package's specs: others take freshDatabase of the testing package, which stands on this one. */
export async function ownDatabase(server: string | undefined, migrations: readonly Migration[]): Promise<OwnDatabase> {
  if (!server) throw new Error('no test server: run this as an integration spec');
  const database = `t_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string): Promise<void> => {
    const admin = new Database({ url: server, name: 'test-admin', maxConnections: 1 });
    await admin.query(statement).finally(() => admin.close());
  };
  await run(`create database ${database}`);
  const url = server.replace(/\/[^/]*$/, `/${database}`);
  const db = new Database({ url, name: 'test' });
  const drop = (): Promise<void> => db.close().then(() => run(`drop database ${database} with (force)`));
  await migrate(db, migrations).catch((error: unknown) => drop().then(() => Promise.reject(error as Error)));
  return { db, url, drop };
}
