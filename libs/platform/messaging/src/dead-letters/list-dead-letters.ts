import type { Database } from '@turnpike/platform-persistence';

/** A message that a consumer gave up on, or that waits behind one. */
export interface DeadLetter {
  readonly id: number;
  readonly consumer: string;
  readonly event_id: string;
  readonly topic: string;
  readonly key: string;
  /** `parked`: tried and given up, or unreadable. `waiting`: untried, behind a parked one of its key. */
  readonly state: 'parked' | 'waiting';
  readonly cause: string;
  readonly attempts: number;
  readonly event: unknown;
  readonly parked_at: Date;
}

export interface DeadLetterQuery {
  readonly consumer?: string;
  /** `next` of the page before. */
  readonly after?: number;
  /** 1 to 200; 50 when absent. */
  readonly limit?: number;
}

const LONGEST_PAGE = 200;

const LIST = {
  name: 'messaging-dead-letters',
  text: `select id, consumer, event_id, topic, key, case when waiting then 'waiting' else 'parked' end as state,
      cause, attempts, event, parked_at
    from dead_letters where replayed_at is null and id > $1 and ($2::text is null or consumer = $2) order by id limit $3`,
};

/** The dead letters that have not been replayed, oldest first. */
export async function listDeadLetters(
  database: Database,
  query: DeadLetterQuery = {},
): Promise<{ readonly items: readonly DeadLetter[]; readonly next: number | null }> {
  const limit = Math.min(Math.max(query.limit ?? 50, 1), LONGEST_PAGE);
  const rows = await database.query<DeadLetter & Record<string, unknown>>(LIST, [query.after ?? 0, query.consumer ?? null, limit + 1]);
  const items = rows.slice(0, limit);
  return { items, next: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
}
