import type { DeliveredRecord, Disposition, EventRecord, EventSubscription, EventTransport } from '../event-transport.js';
import { sleep } from './eventually.js';
import { numberIn } from './sample-event.js';

/** What one group was handed, in order: `key:n`. */
export interface Heard {
  readonly all: string[];
  readonly subscription: EventSubscription;
}

export interface HearOptions {
  readonly durable?: boolean;
  /** Runs before the record is noted down; what it answers is the disposition. */
  readonly handle?: (record: DeliveredRecord, n: number) => Promise<Disposition | void>;
}

export const nameIn = (record: DeliveredRecord): string => `${record.key}:${numberIn(record)}`;

/** Subscribes a group that notes down what it settled. */
export async function hear(transport: EventTransport, group: string, options: HearOptions = {}): Promise<Heard> {
  const all: string[] = [];
  const subscription = await transport.subscribe({
    group,
    topics: ['catalog'],
    durable: options.durable ?? true,
    handler: async (record) => {
      const disposition = (await options.handle?.(record, numberIn(record))) ?? { settled: true as const };
      if (disposition.settled) all.push(nameIn(record));
      return disposition;
    },
  });
  return { all, subscription };
}

/** Publishes as a relay does: again, until it is taken. */
export async function send(transport: EventTransport, record: EventRecord): Promise<void> {
  for (;;) {
    try {
      return await transport.publish(record);
    } catch {
      await sleep(10);
    }
  }
}

/** Sends the records of one key, each after the one before. */
export async function sendInOrder(transport: EventTransport, records: readonly EventRecord[]): Promise<void> {
  for (const record of records) await send(transport, record);
}
