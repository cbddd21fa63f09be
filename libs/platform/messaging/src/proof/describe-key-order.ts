import fc from 'fast-check';
import type { Disposition, EventTransport } from '../event-transport.js';
import { hear, nameIn, send, sendInOrder } from './bus.js';
import { eventually, sleep } from './eventually.js';
import { sampleRecord } from './sample-event.js';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);

/** The part of the contract that is about keys: order within one, independence between them. */
export function describeKeyOrder(transport: () => EventTransport): void {
  it('hands the records of a key over in order and one at a time', async () => {
    let working = 0;
    let most = 0;
    const heard = await hear(transport(), 'a', {
      handle: async (_record, n) => {
        most = Math.max(most, ++working);
        await sleep(n % 3);
        working -= 1;
      },
    });
    await sendInOrder(
      transport(),
      numbers(20).map((n) => sampleRecord('k', n)),
    );
    await eventually('all', () => heard.all.length === 20);
    expect(heard.all).toEqual(numbers(20).map((n) => `k:${n}`));
    expect(most).toBe(1);
  });

  it('brings an unsettled record again, no sooner than asked, before the later ones of its key', async () => {
    const at: number[] = [];
    const heard = await hear(transport(), 'a', {
      handle: async (_record, n) => {
        if (n !== 1) return undefined;
        at.push(Date.now());
        return at.length < 3 ? { settled: false, again_after_ms: 60 } : { settled: true };
      },
    });
    await sendInOrder(
      transport(),
      [1, 2, 3].map((n) => sampleRecord('k', n)),
    );
    await eventually('all', () => heard.all.length === 3);
    expect(heard.all).toEqual(['k:1', 'k:2', 'k:3']);
    expect(at).toHaveLength(3);
    expect(Math.min((at[1] ?? 0) - (at[0] ?? 0), (at[2] ?? 0) - (at[1] ?? 0))).toBeGreaterThanOrEqual(55);
  });

  it('lets neither a slow key nor one that is tried again hold back other keys or other groups', async () => {
    let letGo: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (letGo = resolve));
    let settles = false;
    const heard = await hear(transport(), 'a', {
      handle: async (record) => {
        if (record.key === 'slow') await stuck;
        return record.key.startsWith('poison') && !settles ? { settled: false, again_after_ms: 200 } : { settled: true };
      },
    });
    const other = await hear(transport(), 'b');
    const held = ['slow', ...numbers(20).map((n) => `poison${n}`)].map((key) => send(transport(), sampleRecord(key, 0)));
    const begun = Date.now();
    await Promise.all(numbers(10).map((n) => send(transport(), sampleRecord(`k${n}`, n))));
    await eventually('the other keys', () => heard.all.length === 10 && other.all.length === 31);
    expect(Date.now() - begun).toBeLessThan(1_000);
    settles = true;
    letGo();
    await Promise.all(held);
    await eventually('the held keys', () => heard.all.length === 31);
  });

  it('at least once and in order per key, for any mix of keys, refusals and throws', async () => {
    const step = fc.record({ key: fc.constantFrom('a', 'b', 'c'), again: fc.nat(2), throws: fc.nat(1) });
    const left = new Map<string, { again: number; throws: number }>();
    // One group for all rounds: a durable group that ended would hold back what is published after it.
    const heard = await hear(transport(), 'a', { handle: async (record) => dispose(left.get(nameIn(record))) });
    let round = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        round += 1;
        const plan = steps.map((each, n) => ({ ...each, n, key: `${round}/${each.key}` }));
        for (const each of plan) left.set(`${each.key}:${each.n}`, { again: each.again, throws: each.throws });
        await holdsFor(transport(), heard.all, plan);
      }),
      { numRuns: 30, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
    );
  });
}

async function dispose(todo: { again: number; throws: number } | undefined): Promise<Disposition> {
  if (todo && todo.throws-- > 0) throw new Error('not now');
  return todo && todo.again-- > 0 ? { settled: false, again_after_ms: 1 } : { settled: true };
}

async function holdsFor(transport: EventTransport, heard: readonly string[], plan: readonly { n: number; key: string }[]): Promise<void> {
  const keys = [...new Set(plan.map(({ key }) => key))];
  const wanted = (key: string): string[] => plan.filter((step) => step.key === key).map(({ n }) => `${key}:${n}`);
  await Promise.all(
    keys.map((key) =>
      sendInOrder(
        transport,
        plan.filter((step) => step.key === key).map((step) => sampleRecord(key, step.n)),
      ),
    ),
  );
  await eventually('every record', () => keys.every((key) => wanted(key).every((name) => heard.includes(name))));
  for (const key of keys) expect([...new Set(heard)].filter((name) => name.startsWith(`${key}:`))).toEqual(wanted(key));
}
