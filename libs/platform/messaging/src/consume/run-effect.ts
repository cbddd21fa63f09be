import { StoreUnavailable, type Database, type Transaction } from '@turnpike/platform-persistence';
import type { ReceivedEvent, Subscription } from '../subscription.js';
import { done, type Verdict } from '../verdict.js';
import { within } from '../within.js';
import { CONSUME_LIMITS } from './consume-limits.js';

const ENTER = {
  name: 'messaging-enter',
  text: 'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1 as entered',
};
const ENTER_ALL = {
  name: 'messaging-enter-all',
  text: 'insert into inbox (consumer, event_id) select $1, unnest($2::text[]) on conflict do nothing returning event_id',
};
const LEAVE_ALL = { name: 'messaging-leave-all', text: 'delete from message_attempts where consumer = $1 and event_id = any($2)' };
const LEAVE = { name: 'messaging-leave', text: 'delete from message_attempts where consumer = $1 and event_id = $2' };

/** Takes the transaction back: the verdict was not `done`. */
class NotDone extends Error {
  constructor(readonly verdict: Verdict) {
    super('the effect is rolled back');
  }
}

/** One message for one handler. */
export interface Effect {
  readonly consumer: string;
  readonly eventId: string;
  readonly subscription: Subscription;
  readonly event: ReceivedEvent;
}

/**
 * Runs a handler once: inbox row, effect and the end of its attempts in one transaction, which a verdict other than `done` and a
 * throw roll back. A message that was handled before is `done` without its handler. `around` runs first in the transaction and
 * last in it: for what has to be true, or change, together with the effect.
 */
export async function runEffect(database: Database, effect: Effect, around: Around = NOTHING): Promise<Verdict> {
  const ids = [effect.consumer, effect.eventId];
  try {
    return await database.tx(async (tx) => {
      await around.before(tx);
      const [entered] = await tx.query(ENTER, ids);
      const verdict = entered ? await inTime(effect.subscription.handle(tx, [effect.event])) : done;
      if (verdict.verdict !== 'done') throw new NotDone(verdict);
      await tx.query(LEAVE, ids);
      await around.after(tx);
      return verdict;
    });
  } catch (error) {
    if (error instanceof NotDone) return error.verdict;
    throw error;
  }
}

/**
 * The same for several messages of one consumer, in one transaction: all of it, or false and nothing. Throws only when the database
 * does not answer.
 */
export async function runEffects(database: Database, consumer: string, effects: readonly Effect[]): Promise<boolean> {
  const ids = [consumer, effects.map(({ eventId }) => eventId)];
  try {
    await database.tx(async (tx) => {
      const entered = new Set((await tx.query<{ event_id: string }>(ENTER_ALL, ids)).map(({ event_id }) => event_id));
      for (const [subscription, events] of byKind(effects.filter(({ eventId }) => entered.has(eventId)))) {
        const verdict = await inTime(subscription.handle(tx, events));
        if (verdict.verdict !== 'done') throw new NotDone(verdict);
      }
      await tx.query(LEAVE_ALL, ids);
    });
    return true;
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error;
    return false; // what failed, and why, is found when each is handled alone
  }
}

function byKind(effects: readonly Effect[]): Map<Subscription, ReceivedEvent[]> {
  const kinds = new Map<Subscription, ReceivedEvent[]>();
  for (const { subscription, event } of effects) {
    const alike = kinds.get(subscription);
    if (alike) alike.push(event);
    else kinds.set(subscription, [event]);
  }
  return kinds;
}

/** A transaction that ended takes no statement any more, so a handler that goes on is left to itself. */
async function inTime(handling: Promise<Verdict>): Promise<Verdict> {
  if (!(await within(CONSUME_LIMITS.handleMs, handling))) throw new Error(`not handled within ${CONSUME_LIMITS.handleMs} ms`);
  return handling;
}

export interface Around {
  readonly before: (tx: Transaction) => Promise<void>;
  readonly after: (tx: Transaction) => Promise<void>;
}

const NOTHING: Around = { before: async () => undefined, after: async () => undefined };
