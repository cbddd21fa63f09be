// Real: PostgreSQL, relay, in-process bus.
import { defineEvent } from '@turnpike/contracts';
import type { Database } from '@turnpike/platform-persistence';
import type { FreshDatabase } from '@turnpike/testing';
import { z } from 'zod';
import { listDeadLetters } from '../dead-letters/list-dead-letters.js';
import { InProcessTransport } from '../in-process/in-process-transport.js';
import type { MessagingRuntime } from '../messaging-runtime.js';
import { eventually } from '../proof/eventually.js';
import { keptLog } from '../proof/kept-log.js';
import { sampleEvent, sampleTold } from '../proof/sample-event.js';
import { countOf, effectsOf, sampleConsumer, serviceDatabase, serviceOn, tell, type SampleConsumer } from '../proof/test-service.js';
import { on } from '../subscription.js';
import { done, park, retry } from '../verdict.js';
import { CONSUME_LIMITS } from './consume-limits.js';

describe('a consumer', () => {
  let service: FreshDatabase;
  let db: Database;
  let transport: InProcessTransport;
  let runtime: MessagingRuntime;
  const log = keptLog();

  beforeEach(async () => {
    service = await serviceDatabase('registry');
    db = service.db;
    transport = new InProcessTransport({ open: true });
    runtime = serviceOn(db, transport, 'registry', log.logger);
    log.lines.length = 0;
  });
  afterEach(async () => {
    await runtime.stop();
    await service.drop();
  });

  const started = async (...consumers: SampleConsumer[]): Promise<void> => {
    for (const consumer of consumers) runtime.consume(sampleConsumer(consumer));
    await runtime.start();
  };
  const allSent = (): Promise<void> => eventually('all sent', async () => (await countOf(db, 'outbox', 'sent_at is null')) === 0);
  const letters = async () => (await listDeadLetters(db)).items;

  it('takes each message once, in the order of its key', async () => {
    await started({});
    for (let n = 0; n < 30; n += 1) await tell(db, runtime, `k${n % 3}`, n);
    await allSent();
    const effects = await effectsOf(db);
    for (const k of [0, 1, 2]) {
      expect(effects.filter((name) => name.startsWith(`k${k}:`))).toEqual(Array.from({ length: 10 }, (_, n) => `k${k}:${3 * n + k}`));
    }
    expect([await countOf(db, 'inbox'), await countOf(db, 'message_attempts')]).toEqual([30, 0]);
  });

  it('takes a message that the bus brings twice, also at once, for one', async () => {
    await started({});
    const record = { topic: 'catalog' as const, key: 'k', event: sampleEvent('k', 1) };
    await transport.publish(record);
    await transport.publish(record);
    const beside = sampleEvent('k', 2);
    await Promise.all(['k', 'other'].map((key) => transport.publish({ topic: 'catalog', key, event: beside })));
    expect(await effectsOf(db)).toEqual(['k:1', 'k:2']);
  });

  it('rolls the effect back on retry and on a throw, tries again, and counts both as attempts', async () => {
    const attempts: number[] = [];
    await started({
      then: async (n) => {
        attempts.push(n);
        if (attempts.length === 1) throw new Error('first');
        return attempts.length === 2 ? retry(10, 'second') : done;
      },
    });
    await tell(db, runtime, 'k', 1);
    await allSent();
    expect(attempts).toEqual([1, 1, 1]);
    expect(await effectsOf(db)).toEqual(['k:1']);
    expect(log.lines.map(({ fields }) => [fields['attempt'], fields['cause']])).toEqual([
      [1, 'Error: first'],
      [2, 'second'],
    ]);
  });

  it('parks a message after five attempts, with its cause, without holding other keys back for a second', async () => {
    let attempts = 0;
    await started({
      then: async (_n, key) => {
        if (key !== 'poison') return done;
        attempts += 1;
        throw new Error('broken pot');
      },
    });
    await tell(db, runtime, 'poison', 1);
    const begun = Date.now();
    for (let n = 0; n < 10; n += 1) await tell(db, runtime, `k${n}`, n);
    await eventually('the other keys', async () => (await countOf(db, 'effects')) === 10);
    expect(Date.now() - begun).toBeLessThan(1_000);
    await eventually('the parking', async () => (await countOf(db, 'dead_letters')) === 1);
    expect(attempts).toBe(CONSUME_LIMITS.attempts);
    expect(await letters()).toEqual([
      expect.objectContaining({
        consumer: 'index.samples',
        topic: 'catalog',
        key: 'poison',
        state: 'parked',
        cause: 'Error: broken pot',
        attempts: 5,
      }),
    ]);
    expect([await countOf(db, 'message_attempts'), await countOf(db, 'inbox')]).toEqual([0, 10]);
    expect(log.lines.filter(({ message }) => message === 'a message will be tried again')).toHaveLength(CONSUME_LIMITS.attempts - 1);
    expect(log.lines.at(-1)).toMatchObject({ level: 'error', message: 'a message was parked' });
  });

  it('parks at once what its handler says will never work', async () => {
    await started({ then: async () => park('of no use') });
    await tell(db, runtime, 'k', 1);
    await allSent();
    expect(await letters()).toEqual([expect.objectContaining({ state: 'parked', cause: 'of no use', attempts: 1 })]);
    expect(await effectsOf(db)).toEqual([]);
  });

  it('parks data that does not match and an unreadable envelope, and never throws at the bus', async () => {
    await started({});
    const wrong = { ...sampleEvent('k', 1), data: { n: 'secret canary' } };
    await transport.publish({ topic: 'catalog', key: 'k', event: wrong });
    for (const event of [null, 'text', 7, [], {}, { ...sampleEvent('x', 1), specversion: '0.3' }]) {
      await transport.publish({ topic: 'catalog', key: 'x', event: event as never });
    }
    const parked = await letters();
    expect(parked).toHaveLength(7);
    expect(parked[0]).toMatchObject({
      event_id: wrong.id,
      cause: 'the data does not match catalog.sample-told.v1: /n invalid_type',
      attempts: 0,
    });
    expect(parked[1]).toMatchObject({ cause: 'the envelope is not readable', event: null });
    expect(JSON.stringify(log.lines)).not.toContain('canary');
  });

  it('ignores types it does not know, and fields that are new', async () => {
    await started({});
    const unknown = { ...sampleEvent('k', 1), type: 'catalog.from-the-future.v9' };
    await transport.publish({ topic: 'catalog', key: 'k', event: unknown });
    await transport.publish({
      topic: 'catalog',
      key: 'k',
      event: { ...sampleEvent('k', 2), data: { n: 2, newer: true }, newer: 1 } as never,
    });
    expect(await effectsOf(db)).toEqual(['k:2']);
    expect([await countOf(db, 'inbox'), await countOf(db, 'dead_letters')]).toEqual([1, 0]);
  });

  it('lets later messages of a parked key wait, unless it is commutative', async () => {
    const then = async (n: number) => (n === 1 ? park('never') : done);
    await started({ name: 'strict', then }, { name: 'free', commutative: true, then });
    for (const n of [1, 2, 3]) await tell(db, runtime, 'k', n);
    await tell(db, runtime, 'other', 4);
    await allSent();
    expect(await effectsOf(db, 'strict')).toEqual(['other:4']);
    expect((await effectsOf(db, 'free')).sort()).toEqual(['k:2', 'k:3', 'other:4']);
    const strict = (await listDeadLetters(db, { consumer: 'strict' })).items;
    expect(strict.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['parked', 1],
      ['waiting', 0],
      ['waiting', 0],
    ]);
  });

  it('does not count against a message that the database did not answer', async () => {
    const inner = await serviceDatabase('inner');
    let calls = 0;
    await started({
      then: async () => {
        calls += 1;
        if (calls <= 7) await inner.db.query('select pg_terminate_backend(pg_backend_pid())');
        return done;
      },
    });
    await tell(db, runtime, 'k', 1);
    await eventually('the effect', async () => (await countOf(db, 'effects')) === 1, 15_000);
    expect([calls, await countOf(db, 'dead_letters')]).toEqual([8, 0]);
    await inner.drop();
  });

  it('rolls back an attempt that takes longer than 10 s, counts it, and tries again', async () => {
    let calls = 0;
    await started({ then: async () => ((calls += 1) === 1 ? new Promise<never>(() => undefined) : done) });
    await tell(db, runtime, 'k', 1);
    await eventually('the second attempt', async () => (await effectsOf(db)).length === 1, 15_000);
    expect(calls).toBe(2);
    expect(log.lines[0]?.fields).toMatchObject({ attempt: 1, cause: 'Error: not handled within 10000 ms' });
  });

  it('does not take a handler that swallowed a failed statement for done', async () => {
    let calls = 0;
    runtime.consume({
      name: 'swallows',
      commutative: false,
      subscriptions: [
        on(sampleTold, async (tx) => {
          calls += 1;
          if (calls === 1) await tx.query('select 1/0').catch(() => undefined);
          else await tx.query("insert into effects (consumer, key, n) values ('swallows', 'k', 1)");
          return done;
        }),
      ],
    });
    await runtime.start();
    await tell(db, runtime, 'k', 1);
    await allSent();
    expect(await effectsOf(db, 'swallows')).toEqual(['k:1']);
  });

  it('hears several kinds of event on several topics', async () => {
    const moved = defineEvent('runs.sample-moved.v1', 'runs', z.object({ n: z.int() }));
    const heard: string[] = [];
    const subscriptions = [
      on(sampleTold, async (_tx, { data }) => (heard.push(`told ${data.n}`), done)),
      on(moved, async (_tx, { data }) => (heard.push(`moved ${data.n}`), done)),
    ];
    runtime.consume({ name: 'both', commutative: false, subscriptions });
    await runtime.start();
    await transport.publish({ topic: 'catalog', key: 'k', event: sampleEvent('k', 1) });
    await transport.publish({ topic: 'runs', key: 'k', event: { ...sampleEvent('k', 2), type: moved.type } });
    expect(heard).toEqual(['told 1', 'moved 2']);
  });
});
