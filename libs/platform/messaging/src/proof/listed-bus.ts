import type { EventRecord, EventTransport } from '../event-transport.js';
import { numberIn } from './sample-event.js';

/** A bus that lists what was sent, and can be told to fail or to wait. */
export class ListedBus implements EventTransport {
  readonly sent: string[] = [];
  working = new Map<string, number>();
  /** The most records of one key, and of all, that were under way at once. */
  mostOfKey = 0;
  most = 0;
  handle: (record: EventRecord) => Promise<void> = async () => undefined;

  async publish(record: EventRecord): Promise<void> {
    const ofKey = (this.working.get(record.key) ?? 0) + 1;
    this.working.set(record.key, ofKey);
    this.mostOfKey = Math.max(this.mostOfKey, ofKey);
    this.most = Math.max(
      this.most,
      [...this.working.values()].reduce((sum, each) => sum + each, 0),
    );
    try {
      await this.handle(record);
      this.sent.push(`${record.key}:${numberIn(record)}`);
    } finally {
      this.working.set(record.key, ofKey - 1);
    }
  }

  subscribe(): never {
    throw new Error('nobody hears');
  }

  of(key: string): string[] {
    return this.sent.filter((name) => name.startsWith(`${key}:`));
  }
}
