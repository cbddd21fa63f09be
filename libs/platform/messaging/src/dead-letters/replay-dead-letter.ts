import type { Database, Transaction } from '@turnpike/platform-persistence';
import { causeOf, CONSUME_LIMITS } from '../consume/consume-limits.js';
import { readMessage } from '../consume/read-message.js';
import { runEffect } from '../consume/run-effect.js';
import type { Consumer } from '../subscription.js';

/** `released`: how many that waited behind it were handled after it. `behind`: the older letter of its key that has to go first. */
export type ReplayOutcome =
  | { readonly outcome: 'replayed'; readonly released: number }
  | { readonly outcome: 'parked'; readonly cause: string }
  | { readonly outcome: 'behind'; readonly event_id: string }
  | { readonly outcome: 'not_found' };

type Letter = { id: number; event_id: string; topic: string; key: string; event: unknown };

const FIND = `select id, event_id, topic, key, event from dead_letters where consumer = $1 and event_id = $2 and replayed_at is null`;
/** By `dead_letters_open`. */
const FIRST = `select id, event_id, topic, key, event from dead_letters
  where consumer = $1 and topic = $2 and key = $3 and replayed_at is null order by id limit 1`;
const LOCK = `select pg_advisory_xact_lock(lock_key('dead-letters:' || $1 || ':' || $2 || ':' || $3))`;
const REPLAYED = 'update dead_letters set replayed_at = clock_timestamp() where id = $1';
const FAILED = 'update dead_letters set attempts = attempts + 1, cause = $2, waiting = false where id = $1';

/**
 * Hands a parked message to its consumer again, once, however often and by how many it is asked. When it is done, those that
 * waited behind it follow in order, until one fails (it is the parked one then) or 1,000 were handled.
 */
export async function replayDeadLetter(database: Database, consumer: Consumer, eventId: string): Promise<ReplayOutcome> {
  const [letter] = await database.query<Letter>(FIND, [consumer.name, eventId]);
  if (!letter) return { outcome: 'not_found' };
  if (!consumer.commutative) {
    const [first] = await database.query<Letter>(FIRST, [consumer.name, letter.topic, letter.key]);
    if (first && first.id !== letter.id) return { outcome: 'behind', event_id: first.event_id };
  }
  const cause = await replay(database, consumer, letter);
  if (cause !== null) return { outcome: 'parked', cause };
  return { outcome: 'replayed', released: consumer.commutative ? 0 : await release(database, consumer, letter) };
}

async function release(database: Database, consumer: Consumer, { topic, key }: Letter): Promise<number> {
  for (let released = 0; released < CONSUME_LIMITS.replayed; released += 1) {
    const [next] = await database.query<Letter>(FIRST, [consumer.name, topic, key]);
    if (!next || (await replay(database, consumer, next)) !== null) return released;
  }
  return CONSUME_LIMITS.replayed;
}

/** Null when done, else why not. */
async function replay(database: Database, consumer: Consumer, letter: Letter): Promise<string | null> {
  const cause = await attempt(database, consumer, letter);
  if (cause !== null) await database.query(FAILED, [letter.id, cause.slice(0, CONSUME_LIMITS.cause)]);
  return cause;
}

async function attempt(database: Database, consumer: Consumer, letter: Letter): Promise<string | null> {
  const reading = readMessage(consumer.subscriptions, letter as never);
  if (reading.kind === 'ignored') return 'the consumer does not handle this type any more';
  if (reading.kind === 'unfit') return reading.cause;
  const around = {
    // Also holds back whoever replays the same letter: the inbox then tells it that all is done.
    before: async (tx: Transaction) => void (await tx.query(LOCK, [consumer.name, letter.topic, letter.key])),
    after: async (tx: Transaction) => void (await tx.query(REPLAYED, [letter.id])),
  };
  try {
    const verdict = await runEffect(database, { consumer: consumer.name, ...reading }, around);
    if (verdict.verdict === 'done') return null;
    return verdict.verdict === 'park' ? verdict.reason : verdict.cause;
  } catch (error) {
    return causeOf(error);
  }
}
