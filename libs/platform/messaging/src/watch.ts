import type { EventDefinition, Topic } from '@turnpike/contracts';
import type { Logger } from '@turnpike/platform-telemetry';
import type { EventSubscription, EventTransport } from './event-transport.js';
import type { ReceivedEvent } from './subscription.js';

/** One kind of event that a cache in memory listens to. */
export interface WatchHandler {
  readonly event: EventDefinition;
  readonly handle: (event: ReceivedEvent) => void | Promise<void>;
}

export const watchFor = <E extends EventDefinition>(
  event: E,
  handle: (event: ReceivedEvent<E>) => void | Promise<void>,
): WatchHandler => ({ event, handle: handle as WatchHandler['handle'] });

export interface WatchOptions {
  readonly transport: EventTransport;
  /** A name for the logs; each call is a group of its own. */
  readonly group: string;
  readonly topics: readonly Topic[];
  readonly on: readonly WatchHandler[];
  readonly logger: Logger;
}

/**
 * Hears events without a database, from now on. Each process gets every event. A handler that throws, or takes longer than
 * 5 s, is logged and passed over: it never holds back the bus.
 */
export declare function watch(options: WatchOptions): Promise<EventSubscription>;
