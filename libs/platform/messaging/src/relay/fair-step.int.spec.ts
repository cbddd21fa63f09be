// Real: PostgreSQL. The bus is a list that can be told to wait.
import { systemClock } from '@turnpike/kernel';
import type { FreshDatabase } from '@turnpike/testing';
import { Outbox } from '../outbox.js';
import { eventually } from '../proof/eventually.js';
import { keptLog } from '../proof/kept-log.js';
import { ListedBus } from '../proof/listed-bus.js';
import { sampleTold } from '../proof/sample-event.js';
import { serviceDatabase } from '../proof/test-service.js';
import { RELAY_LIMITS } from './relay-limits.js';
import { Relay } from './relay.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('the order in which a relay comes to keys', () => {
  let service: FreshDatabase;
  let bus: ListedBus;
  let relay: Relay;
  const outbox = new Outbox({ source: 'registry', topics: ['catalog'], clock: systemClock, wake: () => relay.wake() });
  const tell = (key: string, ...ns: number[]): Promise<void> =>
    service.db.tx(async (tx) => {
      for (const n of ns) await outbox.append(tx, sampleTold, key, { n }, { actor: 'system', correlation_id: 'req_1' });
    });

  beforeEach(async () => {
    service = await serviceDatabase('registry');
    bus = new ListedBus();
    relay = new Relay({ database: service.db, transport: bus, logger: keptLog().logger });
  });
  afterEach(async () => {
    await relay.stop();
    await service.drop();
  });

  it('lets no long queue of a stuck key hide another key', async () => {
    let letGo: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (letGo = resolve));
    bus.handle = (record) => (record.key === 'a' ? stuck : Promise.resolve());
    await tell('a', ...upTo(2_500)); // more than it looks at by age
    relay.start();
    await eventually('the stuck key', () => bus.working.get('a') === 1);
    await tell('b', 1);
    await eventually('the other key', () => bus.of('b').length === 1, 1_000);
    letGo();
    await eventually('all', () => bus.sent.length === 2_501, 20_000);
    expect(bus.of('a')).toEqual(upTo(2_500).map((n) => `a:${n}`));
  });

  it('comes to a key that sorts last while newer keys keep coming before it', async () => {
    let made = 0;
    const newKey = (): string => `k${String((made += 1)).padStart(8, '0')}`;
    // Each one sent makes another, so that the queue never gets shorter.
    bus.handle = (record) => (record.key === 'z' ? Promise.resolve() : tell(newKey(), 1));
    const queued = 2 * RELAY_LIMITS.keys;
    await service.db.tx(async (tx) => {
      for (const n of upTo(queued)) await outbox.append(tx, sampleTold, newKey(), { n }, { actor: 'system', correlation_id: 'req_1' });
    });
    relay.start();
    await eventually('a queue that fills every place', () => bus.sent.length > 0);
    await tell('z', 1);
    const sentBefore = bus.sent.length;
    await eventually('the key', () => bus.of('z').length === 1, 30_000);
    expect(bus.sent.length - sentBefore).toBeLessThan(3 * queued);
    await relay.pause();
  }, 40_000);
});
