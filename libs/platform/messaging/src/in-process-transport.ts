import type { EventRecord, EventSubscription, EventTransport, SubscribeOptions } from './event-transport.js';

export interface InProcessTransportOptions {
  /** True: open from the first moment (a service tested alone). False, the default: `open()` is called when all have subscribed. */
  readonly open?: boolean;
}

export declare class InProcessTransport implements EventTransport {
  constructor(options?: InProcessTransportOptions);
  /** Call once every service has started: until then nothing is delivered, and publishing rejects (relays try again). */
  open(): void;
  publish(record: EventRecord): Promise<void>;
  subscribe(options: SubscribeOptions): Promise<EventSubscription>;
  close(): Promise<void>;
}
