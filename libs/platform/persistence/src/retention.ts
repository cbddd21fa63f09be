import type { Database } from './database.js';

/** Rows of one table that go some time after they are over. */
export interface Retention {
  readonly table: string;
  readonly keptMs: number;
  /** What picks the rows: the oldest that were over before `$1`, at most `$2` of them, as their key columns. */
  readonly over: string;
  readonly key: readonly string[];
  /** At most this many in one statement; their dependants go with them. */
  readonly batch: number;
}

export const DAY_MS = 24 * 3_600_000;

/** Deletes one batch; true where there may be more. */
export async function purge(database: Database, { table, keptMs, over, key, batch }: Retention, now: number): Promise<boolean> {
  const columns = key.join(', ');
  const [gone] = await database.query<{ rows: number }>(
    `with gone as (delete from ${table} where (${columns}) in (${over}) returning 1) select count(*) as rows from gone`,
    [new Date(now - keptMs), batch],
  );
  return gone?.rows === batch;
}

/** Answers to owner actions, which every service keeps. */
export const ownerRequestRetention = (days: number): Retention => ({
  table: 'owner_requests',
  keptMs: days * DAY_MS,
  key: ['workspace_id', 'principal_id', 'key'],
  over: 'select workspace_id, principal_id, key from owner_requests where at < $1 order by at limit $2',
  batch: 1_000,
});
