import type { EventTransport } from '../event-transport.js';
import { hear, nameIn, send, sendInOrder } from './bus.js';
import { eventually, sleep } from './eventually.js';
import { describeKeyOrder } from './describe-key-order.js';
import { sampleRecord } from './sample-event.js';

/** A bus of its own for one test. */
export interface TransportUnderTest {
  readonly transport: EventTransport;
  readonly close: () => Promise<void>;
}

/** What every form of the bus must do. `make` gives a fresh bus that takes records at once. */
export function describeEventTransport(name: string, make: () => Promise<TransportUnderTest>): void {
  describe(`${name} as an event transport`, () => {
    let bus: TransportUnderTest;
    let transport: EventTransport;
    beforeEach(async () => {
      bus = await make();
      transport = bus.transport;
    });
    afterEach(() => bus.close());

    it('hands a record, whole, to every durable group of its topic', async () => {
      const seen: unknown[] = [];
      const note = { handle: async (record: unknown) => void seen.push(record) };
      await hear(transport, 'a', note);
      await hear(transport, 'b', note);
      const record = sampleRecord('k', 1);
      await send(transport, record);
      await eventually('both groups', () => seen.length === 2);
      expect(seen).toEqual([record, record]);
    });

    it('hands nothing to a group of another topic', async () => {
      const other: unknown[] = [];
      const handler = async (record: unknown) => ({ settled: other.push(record) > 0 }) as never;
      await transport.subscribe({ group: 'other', topics: ['runs'], durable: true, handler });
      const heard = await hear(transport, 'a');
      await send(transport, sampleRecord('k', 1));
      await eventually('the group of the topic', () => heard.all.length === 1);
      expect(other).toEqual([]);
    });

    it('shares records among the members of a group', async () => {
      const first = await hear(transport, 'shared');
      const second = await hear(transport, 'shared');
      await Promise.all(Array.from({ length: 20 }, (_, n) => send(transport, sampleRecord(`k${n}`, n))));
      const count = (): number => first.all.length + second.all.length;
      await eventually('all records', () => count() >= 20);
      await sleep(50);
      expect(count()).toBe(20);
    });

    it('keeps what is published while a durable group is away', async () => {
      const before = await hear(transport, 'a');
      await send(transport, sampleRecord('k', 1));
      await eventually('the first', () => before.all.length === 1);
      await before.subscription.close();
      const sending = sendInOrder(transport, [sampleRecord('k', 2), sampleRecord('k', 3)]);
      await sleep(50);
      const after = await hear(transport, 'a');
      await sending;
      await eventually('what was published meanwhile', () => after.all.includes('k:3'));
      expect(after.all).toEqual(['k:2', 'k:3']);
    });

    it('ends a group that is not durable with its subscription', async () => {
      const watching = await hear(transport, 'w', { durable: false });
      const lasting = await hear(transport, 'a');
      await send(transport, sampleRecord('k', 1));
      await eventually('both', () => watching.all.length === 1 && lasting.all.length === 1);
      await watching.subscription.close();
      await send(transport, sampleRecord('k', 2));
      await eventually('the lasting one', () => lasting.all.length === 2);
      expect(watching.all).toEqual(['k:1']);
    });

    it('waits, when a subscription closes, for the handler that runs', async () => {
      let ended = false;
      let begun = false;
      const heard = await hear(transport, 'a', {
        handle: async () => {
          begun = true;
          await sleep(100);
          ended = true;
        },
      });
      void send(transport, sampleRecord('k', 1));
      await eventually('the handler to begin', () => begun);
      await heard.subscription.close();
      expect(ended).toBe(true);
    });

    it('gives each group a record of its own', async () => {
      const spoiled = await hear(transport, 'spoils', {
        handle: async (record) => {
          (record.event as { data: { n: number } }).data.n = 99;
        },
      });
      const other = await hear(transport, 'z');
      await send(transport, sampleRecord('k', 1));
      await eventually('both', () => spoiled.all.length === 1 && other.all.length === 1);
      expect(other.all).toEqual(['k:1']);
    });

    it('brings back what a handler threw at', async () => {
      const times: string[] = [];
      const heard = await hear(transport, 'a', {
        handle: async (record) => {
          times.push(nameIn(record));
          if (times.length <= 4) throw new Error('not now');
        },
      });
      await send(transport, sampleRecord('k', 1));
      await eventually('the record', () => heard.all.length > 0);
      expect(heard.all).toEqual(['k:1']);
    });

    describeKeyOrder(() => transport);
  });
}
