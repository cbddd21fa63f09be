// Real: PostgreSQL, relay, in-process bus.
import fc from 'fast-check';
import type { Database } from '@turnpike/platform-persistence';
import type { FreshDatabase } from '@turnpike/testing';
import { contextOf } from './envelope.js';
import { InProcessTransport } from './in-process/in-process-transport.js';
import type { MessagingRuntime } from './messaging-runtime.js';
import { eventually, sleep } from './proof/eventually.js';
import { keptLog } from './proof/kept-log.js';
import { sampleTold } from './proof/sample-event.js';
import { countOf, effectsOf, sampleConsumer, serviceDatabase, serviceOn, tell } from './proof/test-service.js';
import { on } from './subscription.js';
import { sweep, SWEEP_LIMITS } from './sweep.js';
import { done, retry } from './verdict.js';
import { watch, watchFor } from './watch.js';

const context = { actor: 'system', correlation_id: 'req_1' };

describe('MessagingRuntime', () => {
  let service: FreshDatabase;
  let db: Database;
  let transport: InProcessTransport;
  let runtime: MessagingRuntime;
  beforeEach(async () => {
    service = await serviceDatabase('registry');
    db = service.db;
    transport = new InProcessTransport({ open: true });
    runtime = serviceOn(db, transport);
  });
  afterEach(async () => {
    await runtime.stop();
    await service.drop();
  });
  const allSent = (): Promise<void> => eventually('all sent', async () => (await countOf(db, 'outbox', 'sent_at is null')) === 0);

  it('takes effects once under any mix of duplicates, reorderings, delays, throws and retries', async () => {
    const plan = new Map<string, number>();
    runtime.consume(
      sampleConsumer({
        commutative: true,
        then: async (n, key) => {
          const left = plan.get(`${key}:${n}`) ?? 0;
          plan.set(`${key}:${n}`, left - 1);
          if (left > 2) throw new Error('not now');
          return left > 0 ? retry(1, 'not yet') : done;
        },
      }),
    );
    await runtime.start();
    let round = 0;
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), trouble: fc.integer({ min: -3, max: 3 }) });
    const chances = fc.record({
      duplicate: fc.double({ min: 0, max: 0.6, noNaN: true }),
      reorder: fc.double({ min: 0, max: 0.6, noNaN: true }),
      seed: fc.nat(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), chances, async (steps, { duplicate, reorder, seed }) => {
        round += 1;
        let state = seed + 1;
        const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
        transport.misbehave({ duplicate, reorder, delay: 0.2, withinMs: 10, random });
        const names = steps.map(({ key }, n) => `${round}${key}:${n}`);
        steps.forEach(({ trouble }, n) => plan.set(names[n] ?? '', trouble));
        for (const [n, { key }] of steps.entries()) await tell(db, runtime, `${round}${key}`, n);
        await allSent();
        await transport.calm();
        const effects = (await effectsOf(db)).filter((name) => names.includes(name));
        expect(effects.sort()).toEqual([...names].sort());
      }),
      { numRuns: 15, interruptAfterTimeLimit: 25_000, markInterruptAsFailure: true },
    );
    expect(await countOf(db, 'dead_letters')).toBe(0);
  });

  it('keeps the order of each key under duplicates and delays', async () => {
    let state = 5;
    const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
    transport.misbehave({ duplicate: 0.5, delay: 0.5, withinMs: 8, random });
    runtime.consume(sampleConsumer({ then: async () => (random() < 0.1 ? retry(1, 'not yet') : done) }));
    await runtime.start();
    for (let n = 0; n < 60; n += 1) await tell(db, runtime, `k${n % 3}`, n);
    await allSent();
    await transport.calm();
    const effects = await effectsOf(db);
    for (const k of [0, 1, 2]) {
      expect(effects.filter((name) => name.startsWith(`k${k}:`))).toEqual(Array.from({ length: 20 }, (_, n) => `k${k}:${3 * n + k}`));
    }
  });

  it('passes correlation on from an event to what its handler tells', async () => {
    runtime.consume({
      name: 'chain',
      commutative: false,
      subscriptions: [
        on(sampleTold, async (tx, { data, envelope }) => {
          if (data.n < 2) await runtime.outbox.append(tx, sampleTold, 'k', { n: data.n + 1 }, contextOf(envelope));
          return done;
        }),
      ],
    });
    await runtime.start();
    await db.tx((tx) => runtime.outbox.append(tx, sampleTold, 'k', { n: 1 }, { ...context, actor: 'user_1', workspace_id: 'ws_1' }));
    await allSent();
    const rows = await db.query<{ event: Record<string, string> }>('select event from outbox order by position');
    const [first, second] = rows.map(({ event }) => event);
    expect(second).toMatchObject({ correlationid: 'req_1', causationid: first?.['id'], actor: 'user_1', workspaceid: 'ws_1' });
  });

  it('announces past the outbox, on its own topics only', async () => {
    const heard: number[] = [];
    const listening = watchFor(sampleTold, ({ data }) => void heard.push(data.n));
    await watch({ transport, group: 'gateway', topics: ['catalog'], on: [listening], logger: keptLog().logger });
    await runtime.announce(sampleTold, 'k', { n: 1 }, context);
    expect([heard, await countOf(db, 'outbox')]).toEqual([[1], 0]);
    const foreign = { ...sampleTold, topic: 'runs' as const };
    await expect(runtime.announce(foreign, 'k', { n: 1 }, context)).rejects.toThrow('may not write to topic runs');
  });

  it('does not wait for a slow reader with what it announces', async () => {
    const subscription = await transport.subscribe({
      group: 'slow',
      topics: ['catalog'],
      durable: true,
      handler: async () => (await sleep(1_500), { settled: true }),
    });
    const begun = Date.now();
    await expect(runtime.announce(sampleTold, 'k', { n: 1 }, context)).rejects.toThrow('was not taken within 500 ms');
    expect(Date.now() - begun).toBeLessThan(1_000);
    await subscription.close();
  });

  it('tells nothing while its relay is held, and all of it after', async () => {
    runtime.consume(sampleConsumer());
    await runtime.start();
    await runtime.pauseRelay();
    await tell(db, runtime, 'k', 1);
    await sleep(300);
    expect(await effectsOf(db)).toEqual([]);
    runtime.resumeRelay();
    await allSent();
    expect(await effectsOf(db)).toEqual(['k:1']);
  });

  it('stops when what runs has ended, and the next start does the rest', async () => {
    let begun = 0;
    const slow = { then: async () => (begun++, await sleep(100), done) };
    runtime.consume(sampleConsumer(slow));
    await runtime.start();
    for (const n of [1, 2, 3]) await tell(db, runtime, 'k', n);
    await eventually('the first', () => begun === 1);
    await runtime.stop();
    expect([await effectsOf(db), begun, runtime.ready()]).toEqual([['k:1'], 1, false]);
    runtime = serviceOn(db, transport);
    runtime.consume(sampleConsumer());
    await runtime.start();
    await allSent();
    expect(await effectsOf(db)).toEqual(['k:1', 'k:2', 'k:3']);
  });

  it('stops within 7 s also when a handler hangs', async () => {
    let begun = false;
    runtime.consume(sampleConsumer({ then: () => ((begun = true), sleep(8_000)) }));
    await runtime.start();
    await tell(db, runtime, 'k', 1);
    await eventually('the handler', () => begun);
    const from = Date.now();
    await runtime.stop();
    expect(Date.now() - from).toBeLessThan(7_000);
  });

  it('has each consumer once', () => {
    runtime.consume(sampleConsumer());
    expect(() => runtime.consume(sampleConsumer())).toThrow('two consumers are named index.samples');
  });

  it('sweeps what was sent and handled long ago, and nothing else', async () => {
    await runtime.start();
    await runtime.pauseRelay();
    const old = (ms: number): string => `clock_timestamp() - ${ms + 60_000} * interval '1 ms'`;
    for (const n of [1, 2, 3]) await tell(db, runtime, 'k', n);
    await db.query(`update outbox set created_at = ${old(SWEEP_LIMITS.outboxMs)}`);
    await db.query(`update outbox set sent_at = ${old(SWEEP_LIMITS.outboxMs)} where event->'data'->>'n' = '1'`);
    await db.query(`update outbox set sent_at = clock_timestamp() where event->'data'->>'n' = '2'`);
    await db.query(
      `insert into inbox (consumer, event_id, handled_at) values ('c', 'old', ${old(SWEEP_LIMITS.inboxMs)}), ('c', 'new', ${old(SWEEP_LIMITS.outboxMs)})`,
    );
    expect(await sweep(db)).toBe(false);
    const left = await db.query(`select event->'data'->>'n' as n from outbox order by position`);
    expect([left, await db.query('select event_id from inbox')]).toEqual([[{ n: '2' }, { n: '3' }], [{ event_id: 'new' }]]);
  });
});
