import { StoreUnavailable } from '@turnpike/platform-persistence';
import { contractOf } from '../proof/sample-runs.js';
import type { RunRow } from '../runs/run-row.js';
import { FinishRun } from './finish-run.js';

const run = { run_id: 'run_1', fence: 1, cancel_requested_at: null, cancel_reason: null } as unknown as RunRow;
const ENDING = { state: 'succeeded', result: 1, truncated: false, error: null } as const;

/** A store that fails so often before it answers. What came of the run is written to it directly, or where that moved meanwhile in a transaction. */
function finishing(failures: number, failure: () => Error = () => new Error('none'), held = run, moved = false) {
  let tries = 0;
  const written: string[] = [];
  const answers = async (): Promise<void> => {
    if ((tries += 1) <= failures) throw failure();
  };
  const runs = {
    end: async (on: unknown, _row: unknown, _now: unknown, { state }: { state: string }): Promise<boolean> => {
      if (on === db) await answers();
      if (on === db && moved) return false;
      written.push(state);
      return true;
    },
    giveBack: () => (written.push('give_back'), Promise.resolve()),
  };
  const tx = { query: () => Promise.resolve([held]) };
  const db = { tx: async (work: (within: typeof tx) => Promise<void>) => (await answers(), work(tx)) };
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
    run: (left: number, ending: Parameters<FinishRun['run']>[2] = ENDING) =>
      finish.run({ run, leftMs: () => (left -= 100) }, contractOf('https://a.test'), ending),
  };
}

describe('how a run ended', () => {
  it('is written once the database is back, while the claim lasts', async () => {
    const { run: finish, written, tries } = finishing(2, () => new StoreUnavailable('orchestrator', 'away'));
    await finish(10_000);
    expect([written, tries()]).toEqual([['succeeded', 'told'], 3]);
  });

  it('is given up when the claim is over: somebody else decides then', async () => {
    const { run: finish, written, tries } = finishing(99, () => new StoreUnavailable('orchestrator', 'away'));
    await expect(finish(500)).rejects.toThrow(StoreUnavailable);
    expect([written, tries()]).toEqual([[], 3]);
  });

  it('is written in a transaction when somebody asked to cancel the run meanwhile', async () => {
    const { run: finish, written, tries } = finishing(0, undefined, { ...run, cancel_requested_at: new Date(0) }, true);
    await finish(10_000);
    expect([written, tries()]).toEqual([['succeeded', 'told'], 2]);
  });

  it('is not tried again after a defect', async () => {
    const { run: finish, tries } = finishing(1, () => new Error('a bug'));
    await expect(finish(10_000)).rejects.toThrow('a bug');
    expect(tries()).toBe(1);
  });

  it('is given back to the queue, unless somebody asked to cancel it meanwhile', async () => {
    const kept = finishing(0);
    await kept.run(10_000, 'give_back');
    const asked = finishing(0, undefined, { ...run, cancel_requested_at: new Date(0), cancel_reason: 'not wanted' });
    await asked.run(10_000, 'give_back');
    expect([kept.written, asked.written]).toEqual([
      ['give_back', 'told'],
      ['cancelled', 'told'],
    ]);
  });
});
