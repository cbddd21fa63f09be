// Real: PostgreSQL, relay, in-process bus.
import type { Database } from '@turnpike/platform-persistence';
import type { FreshDatabase } from '@turnpike/testing';
import { listDeadLetters } from '../dead-letters/list-dead-letters.js';
import { InProcessTransport } from '../in-process/in-process-transport.js';
import type { MessagingRuntime } from '../messaging-runtime.js';
import { eventually } from '../proof/eventually.js';
import { sampleEvent, sampleTold } from '../proof/sample-event.js';
import { countOf, effectsOf, sampleConsumer, serviceDatabase, serviceOn, type SampleConsumer } from '../proof/test-service.js';
import { done } from '../verdict.js';
import { CONSUME_LIMITS } from './consume-limits.js';

describe('a consumer that handles messages together', () => {
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

  const started = async (consumer: SampleConsumer): Promise<void> => {
    runtime.consume(sampleConsumer({ commutative: true, together: 64, ...consumer }));
    await runtime.start();
  };
  const allSent = (): Promise<void> => eventually('all sent', async () => (await countOf(db, 'outbox', 'sent_at is null')) === 0);
  const burst = (...ns: number[]): Promise<void> =>
    db.tx(async (tx) => {
      for (const n of ns) await runtime.outbox.append(tx, sampleTold, `k${n}`, { n }, { actor: 'system', correlation_id: 'req_1' });
    });
  const numbers = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, n) => from + n);
  const transactions = async (): Promise<number> => {
    const [row] = await db.query<{ n: number }>('select count(distinct xmin::text)::int as n from effects');
    return row?.n ?? 0;
  };

  it('puts the effects of many into few transactions', async () => {
    await started({});
    await burst(...numbers(0, 120));
    await allSent();
    expect(new Set(await effectsOf(db)).size).toBe(120);
    expect(await transactions()).toBeLessThan(12);
    expect([await countOf(db, 'inbox'), await countOf(db, 'message_attempts')]).toEqual([120, 0]);
  });

  it('handles each alone when one of them fails, and parks that one after five attempts', async () => {
    let attempts = 0;
    await started({
      then: async (n) => {
        if (n !== 7) return done;
        attempts += 1;
        throw new Error('broken pot');
      },
    });
    await burst(...numbers(0, 20));
    await eventually('the parking', async () => (await countOf(db, 'dead_letters')) === 1);
    expect((await effectsOf(db)).toSorted()).toEqual(
      numbers(0, 20)
        .filter((n) => n !== 7)
        .map((n) => `k${n}:${n}`)
        .toSorted(),
    );
    expect((await listDeadLetters(db)).items).toEqual([
      expect.objectContaining({ key: 'k7', cause: 'Error: broken pot', attempts: CONSUME_LIMITS.attempts }),
    ]);
    // Once more than the attempts that count: with the others, and then alone under the same count.
    expect(attempts).toBe(CONSUME_LIMITS.attempts + 1);
    expect(await countOf(db, 'message_attempts')).toBe(0);
  });

  it('takes a message that comes twice among them for one', async () => {
    await started({});
    const event = sampleEvent('k', 1);
    const records = ['a', 'b', 'c', 'd'].map((key) => ({ topic: 'catalog' as const, key, event }));
    await Promise.all(records.map((record) => transport.publish(record)));
    expect(await effectsOf(db)).toEqual(['k:1']);
  });
});
