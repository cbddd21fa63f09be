import type { CloudEvent, Topic } from '@turnpike/contracts';

/** One event on its way: records of one (topic, key) keep their order. */
export interface EventRecord {
  readonly topic: Topic;
  readonly key: string;
  readonly event: CloudEvent;
}

/** What a subscriber is handed. The event is not checked yet: the bus may carry what an older or newer build wrote. */
export interface DeliveredRecord {
  readonly topic: Topic;
  readonly key: string;
  readonly event: unknown;
}

/** `settled`: dealt with, the next record of the key may come. Otherwise the same record comes again after this time. */
export type Disposition = { readonly settled: true } | { readonly settled: false; readonly again_after_ms: number };

export interface SubscribeOptions {
  /** Members of one group share its records. */
  readonly group: string;
  readonly topics: readonly Topic[];
  /**
   * True: the group gets every record, whether or not a member was there when it was published. False: the group ends
   * with its subscription, and gets what is published while it lasts (caches of one process).
   */
  readonly durable: boolean;
  /** Keys of the group that are handled at once; 4 when absent. The first member says it. */
  readonly keysAtOnce?: number;
  /** Called for one record of a key at a time, several keys at once. A throw is the same as `again` with the transport's own back-off. */
  readonly handler: (record: DeliveredRecord) => Promise<Disposition>;
}

export interface EventSubscription {
  /** Takes no new record and waits for those being handled; what is not settled by then is handed out again later. */
  close(): Promise<void>;
}

/**
 * The bus. Both forms of it pass `describeEventTransport`:
 * every record of a topic reaches every durable group at least once; within a group, records of one (topic, key) are handled
 * in the order of their publishing, one at a time, as long as the publisher awaits each; a record that is not settled comes
 * again and holds back only its own key in its own group.
 */
export interface EventTransport {
  /** Resolves once the record cannot be lost. Rejects when that is not known: the publisher sends it again. */
  publish(record: EventRecord): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<EventSubscription>;
}
