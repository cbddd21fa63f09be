// Real: PostgreSQL. The bus is a list that can be told to fail or to wait.
import { systemClock } from '@turnpike/kernel';
import type { FreshDatabase } from '@turnpike/testing';
import { Outbox } from '../outbox.js';
import { eventually, sleep } from '../proof/eventually.js';
import { keptLog } from '../proof/kept-log.js';
import { ListedBus } from '../proof/listed-bus.js';
import { sampleTold } from '../proof/sample-event.js';
import { countOf, serviceDatabase } from '../proof/test-service.js';
import { RELAY_LIMITS } from './relay-limits.js';
import { Relay } from './relay.js';

const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

describe('Relay', () => {
  let service: FreshDatabase;
  let bus: ListedBus;
  const relays: Relay[] = [];
  const wakes: (() => void)[] = [];
  const outbox = new Outbox({ source: 'registry', topics: ['catalog'], clock: systemClock, wake: () => wakes.forEach((wake) => wake()) });
  const tell = (key: string, ...ns: number[]): Promise<void> =>
    service.db.tx(async (tx) => {
      for (const n of ns) await outbox.append(tx, sampleTold, key, { n }, { actor: 'system', correlation_id: 'req_1' });
    });
  const relay = (): Relay => {
    const made = new Relay({ database: service.db, transport: bus, logger: keptLog().logger });
    relays.push(made);
    made.start();
    return made;
  };

  beforeAll(async () => {
    service = await serviceDatabase('registry');
  });
  afterAll(() => service.drop());
  beforeEach(async () => {
    bus = new ListedBus();
    await service.db.query('truncate outbox');
  });
  afterEach(async () => {
    wakes.length = 0;
    await Promise.all(relays.splice(0).map((each) => each.stop()));
  });

  it('sends what it is woken for well before its poll, and marks it', async () => {
    const one = relay();
    wakes.push(() => one.wake());
    await sleep(60);
    const begun = Date.now();
    await tell('k', 1);
    await eventually('the event', () => bus.sent.length === 1);
    expect(Date.now() - begun).toBeLessThan(RELAY_LIMITS.pollMs / 2);
    await eventually('the mark', async () => (await countOf(service.db, 'outbox', 'sent_at is null')) === 0);
    await sleep(2 * RELAY_LIMITS.pollMs);
    expect(bus.sent).toEqual(['k:1']);
  });

  it('finds by its poll what nobody woke it for', async () => {
    relay();
    await tell('k', 1);
    await eventually('the event', () => bus.sent.length === 1, 2 * RELAY_LIMITS.pollMs);
  });

  it('sends a key in order and one at a time, and many keys at once', async () => {
    bus.handle = () => sleep(5);
    for (const key of upTo(10)) await tell(`k${key}`, ...upTo(20));
    relay();
    await eventually('all', () => bus.sent.length === 200);
    for (const key of upTo(10)) expect(bus.of(`k${key}`)).toEqual(upTo(20).map((n) => `k${key}:${n}`));
    expect(bus.mostOfKey).toBe(1);
    expect(bus.most).toBe(10);
  });

  it('sends a row that commits after rows with higher numbers were sent', async () => {
    relay();
    await service.db.tx(async (tx) => {
      await outbox.append(tx, sampleTold, 'k', { n: 1 }, { actor: 'system', correlation_id: 'req_1' });
      await tell('k', 2);
      await eventually('the younger', () => bus.sent.length === 1);
    });
    await eventually('the late one', () => bus.sent.length === 2);
    expect(bus.sent).toEqual(['k:2', 'k:1']);
  });

  it('is harmless beside other relays: in order, one at a time, and each event once', async () => {
    bus.handle = () => sleep(1);
    for (let made = 0; made < 3; made += 1) relay();
    await Promise.all(
      upTo(12).map(async (key) => {
        for (const n of upTo(15)) await tell(`k${key}`, n);
      }),
    );
    await eventually('all', () => bus.sent.length >= 180);
    await sleep(100);
    for (const key of upTo(12)) expect(bus.of(`k${key}`)).toEqual(upTo(15).map((n) => `k${key}:${n}`));
    expect(bus.mostOfKey).toBe(1);
  });

  it('tries a failed event again, in order, later each time, and sends other keys meanwhile', async () => {
    const times: number[] = [];
    bus.handle = async (record) => {
      if (record.key !== 'bad' || times.length > 3) return;
      times.push(Date.now());
      throw new Error('down');
    };
    await tell('bad', 1, 2, 3);
    relay();
    await eventually('a failure', () => times.length > 0);
    await tell('good', 1);
    await eventually('the other key', () => bus.of('good').length === 1, 500);
    await eventually('the key', () => bus.of('bad').length === 3);
    expect(bus.of('bad')).toEqual(['bad:1', 'bad:2', 'bad:3']);
    const pauses = times.slice(1).map((at, index) => at - (times[index] ?? 0));
    expect(pauses[0]).toBeGreaterThanOrEqual(RELAY_LIMITS.pauseMs / 2);
    expect(pauses[2]).toBeGreaterThanOrEqual(2 * RELAY_LIMITS.pauseMs);
  });

  it('asks a bus that is away with one key at a time, and sends all soon after it is back', async () => {
    let away = true;
    let tries = 0;
    bus.handle = async () => {
      tries += 1;
      if (away) throw new Error('away');
    };
    await service.db.tx(async (tx) => {
      for (const n of upTo(2_000)) await outbox.append(tx, sampleTold, `k${n}`, { n }, { actor: 'system', correlation_id: 'req_1' });
    });
    relay();
    await sleep(3_000);
    // Those that were under way when it was noticed, and then at most one each tenth of a second.
    expect(tries).toBeGreaterThan(RELAY_LIMITS.keys);
    expect(tries).toBeLessThan(RELAY_LIMITS.keys + 30);
    away = false;
    await eventually('all', () => bus.sent.length === 2_000, 6_000);
  }, 20_000);

  it('works on at most 256 keys at once, and comes to the others', async () => {
    bus.handle = () => sleep(30);
    await service.db.tx(async (tx) => {
      for (const n of upTo(600)) await outbox.append(tx, sampleTold, `k${n}`, { n }, { actor: 'system', correlation_id: 'req_1' });
    });
    relay();
    await eventually('all', () => bus.sent.length === 600);
    expect(bus.most).toBe(RELAY_LIMITS.keys);
  });

  it('sends nothing while paused, and everything after', async () => {
    const one = relay();
    await one.pause();
    await tell('k', 1, 2);
    await sleep(2 * RELAY_LIMITS.pollMs);
    expect(bus.sent).toEqual([]);
    one.resume();
    await eventually('all', () => bus.sent.length === 2, RELAY_LIMITS.pollMs);
  });

  it('takes over the claims of a relay that died, when they run out', async () => {
    await tell('k', 1);
    await service.db.query("update outbox set claimed_until = clock_timestamp() + interval '400 ms'");
    relay();
    await sleep(200);
    expect(bus.sent).toEqual([]);
    await eventually('the event', () => bus.sent.length === 1, 1_000);
  });

  it('renews the claims of what takes long, so that no other relay sends it beside', async () => {
    let letGo: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (letGo = resolve));
    bus.handle = () => stuck;
    await tell('k', 1);
    relay();
    await eventually('the claim', () => bus.working.get('k') === 1);
    const secondsLeft = async (): Promise<number> => {
      const [row] = await service.db.query<{ s: number }>(
        'select extract(epoch from claimed_until - clock_timestamp())::float as s from outbox',
      );
      return row?.s ?? 0;
    };
    await sleep(RELAY_LIMITS.renewMs - 1_500);
    expect(await secondsLeft()).toBeLessThan(23);
    await eventually('the renewal', async () => (await secondsLeft()) > 28, 4_000);
    letGo();
  });

  it('marks on stop what was sent, and waits for what is under way', async () => {
    bus.handle = () => sleep(100);
    await tell('k', 1, 2);
    const one = relay();
    await eventually('the first under way', () => bus.working.get('k') === 1);
    await one.stop();
    expect(bus.sent).toEqual(['k:1']);
    expect(await countOf(service.db, 'outbox', 'sent_at is null')).toBe(1);
    relay();
    await eventually('the second', () => bus.sent.length === 2);
  });
});
