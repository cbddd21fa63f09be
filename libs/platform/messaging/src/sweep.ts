import type { Database } from '@turnpike/platform-persistence';

/** How long what is over is kept, and how much of it goes at once. */
export const SWEEP_LIMITS = {
  everyMs: 60_000,
  /** Sent events: long enough to see what was told yesterday. */
  outboxMs: 24 * 3_600_000,
  /** Handled messages: longer than the bus can bring one again (its retention). */
  inboxMs: 14 * 24 * 3_600_000,
  rows: 5_000,
} as const;

const OUTBOX = `with gone as (delete from outbox where position in (
    select position from outbox where sent_at < clock_timestamp() - $1 * interval '1 ms' order by sent_at limit $2)
  returning 1) select count(*)::int as rows from gone`;
const INBOX = `with gone as (delete from inbox i using (
    select consumer, event_id from inbox where handled_at < clock_timestamp() - $1 * interval '1 ms' order by handled_at limit $2) old
  where i.consumer = old.consumer and i.event_id = old.event_id
  returning 1) select count(*)::int as rows from gone`;

/** Deletes what is over, at most 5,000 rows a table; true when there is more. Unsent rows and dead letters are never swept. */
export async function sweep(database: Database): Promise<boolean> {
  const deleted = async (statement: string, ms: number): Promise<number> =>
    (await database.query<{ rows: number }>(statement, [ms, SWEEP_LIMITS.rows]))[0]?.rows ?? 0;
  const outbox = await deleted(OUTBOX, SWEEP_LIMITS.outboxMs);
  const inbox = await deleted(INBOX, SWEEP_LIMITS.inboxMs);
  return outbox === SWEEP_LIMITS.rows || inbox === SWEEP_LIMITS.rows;
}
