import type { Caller, Contract } from '@turnpike/contracts';
import { LIMITS } from '@turnpike/contracts';
import { MOST_CLAIMS } from '@turnpike/domain-runs';
import { eventually } from '@turnpike/testing';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, connected, contractOf, created, ended, needs, ran, readOf } from '../proof/sample-runs.js';
import { callerIn, context, done, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

/** Longer than any claim lasts. */
const CLAIM_OVER_MS = 80_000;

// Real: PostgreSQL, the service as it runs with its workers, outward HTTP to a recording server on loopback. The clock is moved by hand.
// A worker that dies between its claim and its answer is one that never hears what it waits for, while its claim runs out.
describe('a worker that is gone', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  beforeAll(async () => {
    provider = await recordingServer();
  });
  afterAll(() => provider.close());
  beforeEach(async () => {
    world = await startedOrchestrator();
    ann = callerIn(`ws_c${(workspaces += 1)}`);
    provider.requests.length = 0;
    await allowed(world, ann, [provider.host]);
  });
  afterEach(() => {
    provider.cut();
    return world.stop();
  });

  /** Begins a run whose provider never answers, and lets its claim run out. */
  const lost = async (contract: Contract): Promise<string> => {
    provider.reply(() => undefined);
    const { run_id } = await created(world, ann, { contract });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    world.clock.advance(CLAIM_OVER_MS);
    return run_id;
  };
  const events = async (runId: string) =>
    done(await world.orchestrator.events(context, { caller: ann, run_id: runId, after: 0, wait_ms: 0 })).items.map(({ type }) => type);

  it('leaves a write unknown: it is not done again, and what comes late changes nothing', async () => {
    let answer = (): void => undefined;
    const runId = await lost(contractOf(provider.origin));
    provider.reply((response, request) => (answer = () => json({ late: true })(response, request)));
    const { run, answer: text } = await ended(world, ann, runId);
    expect(run).toMatchObject({ state: 'unknown', error: { details: { begun: 1 } } });
    answer();
    await world.restart();
    expect((await ended(world, ann, runId)).answer).toBe(text);
    expect(provider.requests).toHaveLength(1);
    expect(await events(runId)).toEqual(['queued', 'running', 'unknown']);
  });

  it('leaves what may be repeated to the next worker', async () => {
    const runId = await lost(readOf(provider.origin));
    provider.reply(json({ second: true }));
    expect((await ended(world, ann, runId)).run).toMatchObject({ state: 'succeeded', result: { second: true } });
    expect(await events(runId)).toEqual(['queued', 'running', 'given_back', 'running', 'succeeded']);
  });

  it(`is replaced ${MOST_CLAIMS - 1} times and no more`, async () => {
    const runId = await lost(readOf(provider.origin));
    for (let begun = 2; begun <= MOST_CLAIMS; begun += 1) {
      await eventually(() => expect(provider.requests).toHaveLength(begun));
      world.clock.advance(CLAIM_OVER_MS);
    }
    expect((await ended(world, ann, runId)).run).toMatchObject({ state: 'failed', error: { details: { begun: MOST_CLAIMS } } });
    expect(provider.requests).toHaveLength(MOST_CLAIMS);
  });

  it('writes nothing over what the next worker found', async () => {
    let first = (): void => undefined;
    provider.reply((response, request) => (first = () => json({ by: 'first' })(response, request)));
    const { run_id: runId } = await created(world, ann, { contract: readOf(provider.origin) });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    let second = (): void => undefined;
    provider.reply((response, request) => (second = () => json({ by: 'second' })(response, request)));
    world.clock.advance(CLAIM_OVER_MS);
    await eventually(() => expect(provider.requests).toHaveLength(2));
    first();
    expect((await ended(world, ann, runId, 300)).run.state).toBe('running');
    second();
    expect((await ended(world, ann, runId)).run.result).toEqual({ by: 'second' });
  });

  it('compares the connection again before it is repeated', async () => {
    const version = await connected(world, ann, 'crm', provider.origin);
    provider.reply(() => undefined);
    const { run_id: runId } = await created(world, ann, { contract: readOf(provider.origin, needs('crm')), connection: version });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    await connected(world, ann, 'crm', provider.origin);
    world.clock.advance(CLAIM_OVER_MS);
    const { run } = await ended(world, ann, runId);
    expect(run).toMatchObject({ state: 'failed', error: { code: 'catalog_changed' } });
    expect(run.error!.message).not.toMatch(/nothing was sent/);
    expect(provider.requests).toHaveLength(1);
  });

  it('that is told to stop gives back what may be repeated, and says unknown of what may not', async () => {
    provider.reply(() => undefined);
    const [read, write] = await Promise.all([
      created(world, ann, { contract: readOf(provider.origin) }),
      created(world, ann, { contract: contractOf(provider.origin) }),
    ]);
    await eventually(() => expect(provider.requests).toHaveLength(2));
    const stopping = world.restart();
    await eventually(async () => expect(await world.database.query(`select 1 from runs where state = 'running'`)).toEqual([]), {
      within_ms: 9_000,
    });
    provider.reply(json({ again: true }));
    await stopping;
    expect((await ended(world, ann, read.run_id)).run).toMatchObject({ state: 'succeeded', result: { again: true } });
    expect((await ended(world, ann, write.run_id)).run).toMatchObject({ state: 'unknown', error: { details: { cause: 'aborted' } } });
  });
});

// Real: as above. Runs are held in the queue by filling every place of the workspace.
describe('a run that waits', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  const ann = callerIn('ws_wait');
  const bob = callerIn('ws_other');
  beforeEach(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
    await Promise.all([allowed(world, ann, [provider.host]), allowed(world, bob, [provider.host])]);
  });
  afterEach(() => Promise.all([provider.close(), world.stop()]));

  /** Takes the 12 places that a workspace has, with calls that are answered only at `release`. */
  const fill = async (): Promise<() => void> => {
    const waiting: (() => void)[] = [];
    provider.reply((response, request) => void waiting.push(() => json({})(response, request)));
    for (let n = 0; n < 12; n += 1) await created(world, ann, { contract: contractOf(provider.origin) });
    await eventually(() => expect(waiting).toHaveLength(12));
    return () => {
      provider.reply(json({}));
      waiting.splice(0).forEach((answer) => answer());
    };
  };

  it('leaves places to other workspaces, and gets its own when one is free', async () => {
    const release = await fill();
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    const other = await created(world, bob, { contract: contractOf(provider.origin) });
    await eventually(() => expect(provider.requests).toHaveLength(13));
    expect((await ended(world, ann, run_id, 300)).run.state).toBe('queued');
    release();
    expect((await ended(world, ann, run_id)).run.state).toBe('succeeded');
    void other;
  });

  it('is refused once its time to start is over, and nothing is sent', async () => {
    const release = await fill();
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    world.clock.advance(LIMITS.startDeadlineMs + 1_000);
    const { run, answer } = await ended(world, ann, run_id);
    expect(run).toMatchObject({ state: 'refused', started_at: null, error: { code: 'unavailable' } });
    expect(JSON.parse(answer!)).toMatchObject({ ok: false, error: { code: 'unavailable' }, meta: { run: { state: 'refused' } } });
    release();
    expect(provider.requests).toHaveLength(12);
  });

  it('is refused by the claim itself when its time is over, should the sweep not have come by', async () => {
    const release = await fill();
    const { run_id, not_after } = await created(world, ann, { contract: contractOf(provider.origin) });
    const claim = (at: string) =>
      world.database.query(`select claim_run(run_id, sequence, $2, '75 s', 3, '{}') as answer from runs where run_id = $1`, [run_id, at]);
    expect(await claim(new Date(Date.parse(not_after) + 1).toISOString())).toEqual([{ answer: { refused: 'late' } }]);
    release();
    expect((await ended(world, ann, run_id)).run.state).toBe('succeeded');
  });

  it('is cancelled at once, and never sent', async () => {
    const release = await fill();
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    const cancel = () => world.orchestrator.cancelRun(context, { caller: ann, input: { run_id, reason: 'not wanted' } });
    expect(done(await cancel())).toEqual({ run_id, state: 'cancelled', cancel_requested: true });
    expect(refusal(await cancel()).code).toBe('run_not_cancellable');
    release();
    expect((await ended(world, ann, run_id)).run).toMatchObject({ state: 'cancelled', started_at: null });
    expect(provider.requests).toHaveLength(12);
  });

  it.each<[string, 'internal_reversible' | 'read_only', string, Record<string, unknown>]>([
    [
      'unknown for a write, which may have been done',
      'internal_reversible',
      'unknown',
      { code: 'upstream_failed', details: { cause: 'aborted' } },
    ],
    ['cancelled for a read', 'read_only', 'cancelled', { code: 'run_cancelled', details: { state: 'cancelled' } }],
  ])('is asked to stop while it runs, and ends as what is true: %s', async (_name, policy, state, error) => {
    provider.reply(() => undefined);
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin, { action_policy: policy }) });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    const answer = done(await world.orchestrator.cancelRun(context, { caller: ann, input: { run_id } }));
    expect(answer).toEqual({ run_id, state: 'running', cancel_requested: true });
    expect((await ended(world, ann, run_id)).run).toMatchObject({ state, error });
    const { items } = done(await world.orchestrator.events(context, { caller: ann, run_id, after: 2, wait_ms: 0 }));
    expect(items.map(({ type, sequence }) => [type, sequence])).toEqual([
      ['cancel_requested', 3],
      [state, 4],
    ]);
  });

  it('is found by the poll when the process that queued it died before it told anyone', async () => {
    provider.reply(json({ polled: true }));
    const contract = contractOf(provider.origin);
    const { run } = await ran(world, ann, { contract });
    await world.database.query(
      `insert into runs select (json_populate_record(r, '{"run_id":"run_copy","admission_id":"adm_copy","state":"queued","sequence":1,"fence":0,"answer":null,"ended_at":null}')).* from runs r where run_id = $1`,
      [run.run_id],
    );
    expect((await ended(world, ann, 'run_copy')).run).toMatchObject({ state: 'succeeded', result: { polled: true } });
  });
});
