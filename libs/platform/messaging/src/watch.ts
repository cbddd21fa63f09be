import type { EventDefinition, Topic } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { Logger } from '@turnpike/platform-telemetry';
import { readMessage } from './consume/read-message.js';
import type { DeliveredRecord, EventSubscription, EventTransport } from './event-transport.js';
import type { ReceivedEvent } from './subscription.js';
import { done } from './verdict.js';
import { within } from './within.js';

/** One kind of event that a cache in memory listens to. */
export interface WatchHandler {
  readonly event: EventDefinition;
  readonly handle: (event: ReceivedEvent) => void | Promise<void>;
}

/** Listens to one kind of event. The same event may come again, and late: apply it by its version. */
export const watchFor = <E extends EventDefinition>(event: E, handle: (event: ReceivedEvent<E>) => void | Promise<void>): WatchHandler => ({
  event,
  handle: handle as WatchHandler['handle'],
});

export interface WatchOptions {
  readonly transport: EventTransport;
  /** Names the listener in the logs. Each call is a group of its own on the bus, so every process hears every event. */
  readonly group: string;
  readonly topics: readonly Topic[];
  readonly on: readonly WatchHandler[];
  readonly logger: Logger;
}

/** How long one event may take. */
const HANDLE_MS = 5_000;

/**
 * Hears events without a database, from now on. A handler that throws, or takes longer than 5 s, is logged and passed over, and
 * so is what cannot be read: nothing here holds back the bus.
 */
export function watch(options: WatchOptions): Promise<EventSubscription> {
  const subscriptions = options.on.map(({ event }) => ({ event, handle: async () => done }));
  const handlers = new Map(options.on.map((handler) => [handler.event.type, handler]));
  const hear = async (record: DeliveredRecord): Promise<void> => {
    const reading = readMessage(subscriptions, record);
    if (reading.kind === 'ignored') return;
    if (reading.kind === 'unfit') throw new Error(reading.cause);
    const handled = Promise.resolve(handlers.get(reading.event.envelope.type)?.handle(reading.event));
    if (!(await within(HANDLE_MS, handled))) throw new Error(`not handled within ${HANDLE_MS} ms`);
  };
  return options.transport.subscribe({
    group: newId(`watch_${options.group}`),
    topics: options.topics,
    durable: false,
    handler: async (record) => {
      try {
        await hear(record);
      } catch (error) {
        options.logger.error({ err: error, group: options.group, topic: record.topic, key: record.key }, 'an event was not heard');
      }
      return { settled: true };
    },
  });
}
