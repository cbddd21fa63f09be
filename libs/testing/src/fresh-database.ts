import { createHash, randomBytes } from 'node:crypto';
import { Database, lockKey, migrate, type Migration } from '@turnpike/platform-persistence';

export interface FreshDatabase {
  readonly db: Database;
  readonly url: string;
  /** Closes the connections and removes the database. */
  drop(): Promise<void>;
}

/** An own, migrated database on the run's real PostgreSQL: a copy of a template that the first to ask for these migrations made. */
export async function freshDatabase(migrations: readonly Migration[], name = 'test'): Promise<FreshDatabase> {
  const server = process.env['TURNPIKE_TEST_POSTGRES'];
  if (!server) throw new Error('no test server: name the spec *.int.spec.ts or *.e2e.spec.ts, or set TURNPIKE_TEST_POSTGRES');
  const database = `t_${randomBytes(8).toString('hex')}`;
  await onServer(server, async (admin) => {
    const template = await templateOf(admin, server, migrations);
    await admin.query(`create database ${database} template ${template}`);
  });
  const url = urlOf(server, database);
  const db = new Database({ url, name });
  return {
    db,
    url,
    drop: async () => {
      await db.close().catch(() => undefined);
      await onServer(server, (admin) => admin.query(`drop database ${database} with (force)`));
    },
  };
}

/** Made under a name of its own and renamed when whole; no one may connect to it then, since that would stop it from being copied. */
async function templateOf(admin: Database, server: string, migrations: readonly Migration[]): Promise<string> {
  const template = `tpl_${createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 16)}`;
  if (await exists(admin, template)) return template;
  await onServer(server, (lock) =>
    lock.tx(async (tx) => {
      await tx.query('select pg_advisory_xact_lock($1)', [lockKey('template', template)]);
      if (await exists(admin, template)) return;
      const making = `${template}_making`;
      await admin.query(`drop database if exists ${making} with (force)`);
      await admin.query(`create database ${making}`);
      const db = new Database({ url: urlOf(server, making), name: 'template', maxConnections: 1 });
      await migrate(db, migrations).finally(() => db.close());
      await admin.query(`alter database ${making} allow_connections false`);
      await admin.query(`alter database ${making} rename to ${template}`);
    }),
  );
  return template;
}

async function exists(admin: Database, database: string): Promise<boolean> {
  return (await admin.query('select 1 from pg_database where datname = $1', [database])).length > 0;
}

const urlOf = (server: string, database: string): string => server.replace(/\/[^/]*$/, `/${database}`);

async function onServer<T>(server: string, work: (admin: Database) => Promise<T>): Promise<T> {
  const admin = new Database({ url: server, name: 'test-admin', maxConnections: 1 });
  return work(admin).finally(() => admin.close());
}
