import type { CloudEvent, EventDefinition, Topic } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import type { Transaction } from '@turnpike/platform-persistence';
import type { z } from 'zod';
import { buildEnvelope } from './envelope.js';
import type { EventContext } from './event-context.js';

export interface OutboxOptions {
  /** The service's name; the envelope's `source`. */
  readonly source: string;
  /** The topics that the service may write: its own. */
  readonly topics: readonly Topic[];
  readonly clock: Clock;
  /** Called after each commit that wrote a row, so that the relay need not wait for its poll. */
  readonly wake: () => void;
}

const APPEND = {
  name: 'messaging-append',
  text: 'insert into outbox (event_id, topic, key, event) values ($1, $2, $3, $4)',
};

/** Where a service writes what it tells, in the transaction of the change that it tells of. */
export class Outbox {
  constructor(private readonly options: OutboxOptions) {}

  /**
   * Adds an event to the caller's transaction. Throws on a topic that the service may not write and on data that does not
   * match the definition. Events of one key are told in the order of their rows: take the lock of what changed first.
   */
  async append<E extends EventDefinition>(
    tx: Transaction,
    event: E,
    key: string,
    data: z.infer<E['data']>,
    context: EventContext,
  ): Promise<void> {
    const envelope = this.envelope(event, key, data, context);
    await tx.query(APPEND, [envelope.id, event.topic, key, JSON.stringify(envelope)]);
    tx.onCommit(() => this.wake());
  }

  /** After the commit of a statement that stored an envelope by itself, so that the relay need not wait for its poll. */
  wake(): void {
    this.options.wake();
  }

  /** Builds the envelope of an event that the service may tell, and stores nothing. */
  envelope<E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>, context: EventContext): CloudEvent {
    const { source, topics, clock } = this.options;
    if (!topics.includes(event.topic)) throw new Error(`${source} may not write to topic ${event.topic}`);
    return buildEnvelope({ source, now: clock.now() }, event, key, data, context);
  }
}
