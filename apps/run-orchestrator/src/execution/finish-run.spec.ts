import { StoreUnavailable } from '@turnpike/platform-persistence';
import { contractOf } from '../proof/sample-runs.js';
import type { RunRow } from '../runs/run-row.js';
import { FinishRun } from './finish-run.js';

const run = { run_id: 'run_1', fence: 1 } as unknown as RunRow;
const ENDING = { state: 'succeeded', result: 1, truncated: false, error: null } as const;

/** A store that fails so often before it answers. */
function finishing(failures: number, failure: () => Error) {
  let tries = 0;
  const written: string[] = [];
  const runs = { end: () => (written.push('end'), Promise.resolve()), giveBack: () => (written.push('give_back'), Promise.resolve()) };
  const tx = { query: () => Promise.resolve([run]) };
  const db = { tx: (work: (within: typeof tx) => Promise<void>) => ((tries += 1) <= failures ? Promise.reject(failure()) : work(tx)) };
  const logger = { warn: () => undefined };
  const finish = new FinishRun(
    db as never,
    runs as never,
    { runMoved: () => written.push('told') } as never,
    { now: () => 0 },
    logger as never,
  );
  return {
    written,
    tries: () => tries,
    run: (left: number) => finish.run({ run, leftMs: () => (left -= 100) }, contractOf('https://a.test'), ENDING),
  };
}

describe('how a run ended', () => {
  it('is written once the database is back, while the claim lasts', async () => {
    const { run: finish, written, tries } = finishing(2, () => new StoreUnavailable('orchestrator', 'away'));
    await finish(10_000);
    expect([written, tries()]).toEqual([['end', 'told'], 3]);
  });

  it('is given up when the claim is over: somebody else decides then', async () => {
    const { run: finish, written, tries } = finishing(99, () => new StoreUnavailable('orchestrator', 'away'));
    await expect(finish(500)).rejects.toThrow(StoreUnavailable);
    expect([written, tries()]).toEqual([[], 3]);
  });

  it('is not tried again after a defect', async () => {
    const { run: finish, tries } = finishing(1, () => new Error('a bug'));
    await expect(finish(10_000)).rejects.toThrow('a bug');
    expect(tries()).toBe(1);
  });
});
