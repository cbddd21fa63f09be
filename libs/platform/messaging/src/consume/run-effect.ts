import type { Database, Transaction } from '@turnpike/platform-persistence';
import type { ReceivedEvent, Subscription } from '../subscription.js';
import { done, type Verdict } from '../verdict.js';

const ENTER = {
  name: 'messaging-enter',
  text: 'insert into inbox (consumer, event_id) values ($1, $2) on conflict do nothing returning 1 as entered',
};
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
      if (!(await around.before(tx))) return done;
      const [entered] = await tx.query(ENTER, ids);
      const verdict = entered ? await effect.subscription.handle(tx, effect.event) : done;
      if (verdict.verdict !== 'done') throw new NotDone(verdict);
      // Also fails, as it must, when the handler swallowed a failed statement: the commit would roll back without a word.
      await tx.query(LEAVE, ids);
      await around.after(tx);
      return verdict;
    });
  } catch (error) {
    if (error instanceof NotDone) return error.verdict;
    throw error;
  }
}

export interface Around {
  /** False: nothing is left to do. */
  readonly before: (tx: Transaction) => Promise<boolean>;
  readonly after: (tx: Transaction) => Promise<void>;
}

const NOTHING: Around = { before: async () => true, after: async () => undefined };
