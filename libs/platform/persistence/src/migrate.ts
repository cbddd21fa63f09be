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

/** A step may rewrite a large table; a replica that waits for another's step waits as long. */
const STEP_MS = 3_600_000;

const digestOf = (migration: Migration): string => createHash('sha256').update(migration.sql).digest('hex');

/**
 * Applies what is missing, in order, each in a transaction of its own: what was applied before one fails stays. Several replicas may start
 * at once: each step is taken by one, the others wait. A database that is current costs one read and no lock.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  if (new Set(migrations.map(({ id }) => id)).size < migrations.length) throw new Error(`two migrations of ${db.name} have one id`);
  if (await isCurrent(db, migrations)) return;
  for (let more = true; more;) more = await db.tx((tx) => applyNext(tx, migrations), STEP_MS);
}

/** Applies the first that is missing, and says whether more are. */
async function applyNext(tx: Transaction, migrations: readonly Migration[]): Promise<boolean> {
  await tx.query(`set local statement_timeout = ${STEP_MS}`);
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey('migrations')]);
  await tx.query(
    'create table if not exists schema_migrations (id text primary key, digest text not null, applied_at timestamptz not null default now())',
  );
  const [next, ...later] = compare(tx.databaseName, await applied(tx), migrations);
  if (!next) return false;
  await tx.query(next.sql);
  await tx.query('insert into schema_migrations (id, digest) values ($1, $2)', [next.id, digestOf(next)]);
  return later.length > 0;
}

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
