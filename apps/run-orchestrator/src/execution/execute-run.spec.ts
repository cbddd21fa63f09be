import type { EgressOutcome } from '@turnpike/platform-egress';
import { contractOf, readOf } from '../proof/sample-runs.js';
import type { RunRow } from '../runs/run-row.js';
import { CallsUnderWay } from './calls-under-way.js';
import { LONGEST_CALL_MS } from './claim-run.js';
import { ExecuteRun } from './execute-run.js';
import { PrepareCall } from './prepare-call.js';

const run = { run_id: 'run_1', workspace_id: 'ws_1', params: { name: 'Ann' }, v_connection: 'none' } as unknown as RunRow;
const ANSWER: EgressOutcome = { outcome: 'answered', status: 200, headers: [], body: Buffer.from('"ok"'), truncated: false, durationMs: 1 };

/** The use case with a way out that is played: nothing here goes over a network. */
function executing(send: (request: { limits?: { totalMs?: number } }, calls: CallsUnderWay) => EgressOutcome = () => ANSWER) {
  const calls = new CallsUnderWay();
  const sent: { limits?: { totalMs?: number } }[] = [];
  const egress = { send: (request: { limits?: { totalMs?: number } }) => (sent.push(request), Promise.resolve(send(request, calls))) };
  const opening = { run: () => Promise.resolve({ credential: { type: 'none' } }), distrust: () => Promise.resolve() };
  const [none, rules] = [{ find: () => Promise.resolve(null) }, { find: () => Promise.resolve([]) }];
  const execute = new ExecuteRun({} as never, none as never, rules as never, new PrepareCall(), egress as never, opening as never, calls);
  return {
    sent,
    run: (contract = contractOf('https://crm.example'), leftMs = 75_000) => execute.run({ run, leftMs: () => leftMs }, contract),
  };
}

describe('an outward call', () => {
  it.each([
    [31_999, 0],
    [32_000, 1],
  ])('that may take 30 s, with %d ms left of the claim, is begun %d times', async (leftMs, times) => {
    const { sent, run: execute } = executing();
    const ending = await execute(contractOf('https://crm.example'), leftMs);
    expect(sent).toHaveLength(times);
    expect(ending === 'give_back').toBe(times === 0);
  });

  it('has the time that its contract gives, and never more than the longest', async () => {
    const { sent, run: execute } = executing();
    const async = { kind: 'async', start_within_ms: 60_000, repeatable: false } as const;
    await execute(contractOf('https://crm.example', { async: { ...async, longest_ms: 5_000 } }));
    await execute(contractOf('https://crm.example', { async: { ...async, longest_ms: 3_600_000 } }));
    expect(sent.map(({ limits }) => limits?.totalMs)).toEqual([5_000, LONGEST_CALL_MS]);
  });

  const cut = (why: 'stopping' | 'cancelled', outcome: EgressOutcome) =>
    executing((_request, calls) => (calls.abort('run_1', why), outcome));
  const NOT_SENT: EgressOutcome = { outcome: 'not_sent', cause: 'aborted', detail: 'x' };
  const UNKNOWN: EgressOutcome = { outcome: 'unknown', cause: 'aborted', detail: 'x' };
  const [write, read] = [contractOf('https://crm.example'), readOf('https://crm.example')];
  it.each([
    ['stopping before a write left', 'stopping', NOT_SENT, write, 'give_back'],
    ['stopping while a write is out', 'stopping', UNKNOWN, write, 'unknown'],
    ['stopping while a read is out', 'stopping', UNKNOWN, read, 'give_back'],
    ['stopping just after the answer', 'stopping', ANSWER, write, 'succeeded'],
    ['cancelled before a write left', 'cancelled', NOT_SENT, write, 'cancelled'],
    ['cancelled while a write is out', 'cancelled', UNKNOWN, write, 'unknown'],
    ['cancelled while a read is out', 'cancelled', UNKNOWN, read, 'cancelled'],
    ['cancelled just after the answer', 'cancelled', ANSWER, write, 'succeeded'],
  ] as const)('that is cut off ends as what is true: %s', async (_name, why, outcome, contract, ended) => {
    const ending = await cut(why, outcome).run(contract);
    expect(ending === 'give_back' ? ending : ending.state).toBe(ended);
  });
});
