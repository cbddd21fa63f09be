import { createHash } from 'node:crypto';
import type { Database } from './database.js';
import { lockKey } from './lock-key.js';
import type { Transaction } from './transaction.js';

/** One forward step of a schema. Never edited once it has been applied anywhere: the digest is compared. */
export interface Migration {
  readonly id: string;
  readonly sql: string;
}

/** The database and the code disagree about the schema's history. */
export class MigrationMismatch extends Error {
  constructor(database: string, problem: string) {
    super(`the database of ${database} does not fit this build: ${problem}`);
    this.name = 'MigrationMismatch';
  }
}

const digestOf = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex');

/** Applies what is missing, in order and all in one transaction. Several replicas may start at once: one works, the others wait. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  if (await isCurrent(db, migrations)) return;
  await db.tx(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey('migrations')]);
    await tx.query(
      'create table if not exists schema_migrations (id text primary key, digest text not null, applied_at timestamptz not null default now())',
    );
    const missing = compare(db.name, await applied(tx), migrations);
    for (const migration of missing) {
      await tx.query(migration.sql);
      await tx.query('insert into schema_migrations (id, digest) values ($1, $2)', [migration.id, digestOf(migration)]);
    }
  });
}

/** The usual start: one read and no lock. */
async function isCurrent(db: Database, migrations: readonly Migration[]): Promise<boolean> {
  const [row] = await db.query<{ present: boolean }>(`select to_regclass('schema_migrations') is not null as present`);
  if (!row?.present) return false;
  return compare(db.name, await applied(db), migrations).length === 0;
}

type Applied = { id: string; digest: string };
const applied = (on: Database | Transaction): Promise<Applied[]> =>
  on.query<Applied>('select id, digest from schema_migrations order by id');

function compare(database: string, known: readonly Applied[], migrations: readonly Migration[]): Migration[] {
  const wanted = new Map(migrations.map((migration) => [migration.id, migration]));
  for (const { id, digest } of known) {
    const migration = wanted.get(id);
    if (!migration) throw new MigrationMismatch(database, `it has ${id}, which this build does not know; run the newer build`);
    if (digestOf(migration) !== digest) throw new MigrationMismatch(database, `${id} was changed after it was applied`);
  }
  const done = new Set(known.map(({ id }) => id));
  return migrations.filter(({ id }) => !done.has(id));
}
