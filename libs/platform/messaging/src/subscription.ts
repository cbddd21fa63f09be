import type { CloudEvent, EventDefinition } from '@turnpike/contracts';
import type { Transaction } from '@turnpike/platform-persistence';
import type { z } from 'zod';
import { done, type Verdict } from './verdict.js';

/** The envelope, less the data as it came. */
export type Envelope = Omit<CloudEvent, 'data'>;

/** An event whose data matched its definition. Unknown fields are gone. */
export interface ReceivedEvent<E extends EventDefinition = EventDefinition> {
  readonly data: z.infer<E['data']>;
  readonly envelope: Envelope;
}

/** One kind of event that a consumer handles, in the transaction that also writes its inbox row. */
export interface Subscription {
  readonly event: EventDefinition;
  /** Several at once only where the consumer handles messages together. */
  readonly handle: (tx: Transaction, events: readonly ReceivedEvent[]) => Promise<Verdict>;
}

/**
 * Handles one kind of event. Everything the handler writes goes through `tx`: unless it says `done`, all of it is rolled back.
 * It must not swallow a failed statement, since PostgreSQL refuses the rest of that transaction.
 */
export const on = <E extends EventDefinition>(
  event: E,
  handle: (tx: Transaction, event: ReceivedEvent<E>) => Promise<Verdict>,
): Subscription => ({
  event,
  handle: async (tx, events) => {
    for (const each of events as readonly ReceivedEvent<E>[]) {
      const verdict = await handle(tx, each);
      if (verdict.verdict !== 'done') return verdict;
    }
    return done;
  },
});

/** The same for a consumer that handles messages together: those of this kind that share a transaction come in one call, in their order. */
export const onMany = <E extends EventDefinition>(
  event: E,
  handle: (tx: Transaction, events: readonly ReceivedEvent<E>[]) => Promise<Verdict>,
): Subscription => ({ event, handle: handle as Subscription['handle'] });

/** A named reader of facts. The name is its group on the bus and its rows in `inbox` and `dead_letters`: never change it. */
export interface Consumer {
  /** `<service>.<what it keeps>`, as in `registry.connections`. */
  readonly name: string;
  /** True when its effects apply by version, so that a later message may pass a parked one of the same key. */
  readonly commutative: boolean;
  /**
   * Most messages whose effects may share one transaction; 1 when absent. For a reader of very many facts whose handlers take no locks
   * but those that every one of them takes in the same order. When one of them fails, each is handled alone.
   */
  readonly together?: number;
  readonly subscriptions: readonly Subscription[];
}
