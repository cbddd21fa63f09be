import { balanceChanged, credentialRevoked, principalChanged, runMoved, type Caller, type RunView } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, contractOf, created, ended, ran, readOf } from '../proof/sample-runs.js';
import { callerIn, context, done, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

// Real: PostgreSQL, the service as it runs, the in-process bus, outward HTTP to a recording server on loopback.
describe('runs', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
  });
  afterAll(() => Promise.all([provider.close(), world.stop()]));
  beforeEach(async () => {
    ann = callerIn(`ws_r${(workspaces += 1)}`);
    provider.requests.length = 0;
    provider.reply(json({}));
    await allowed(world, ann, [provider.host]);
  });
  const events = async (run_id: string, after: number, wait_ms: number, caller = ann) =>
    done(await world.orchestrator.events(context, { caller, run_id, after, wait_ms }));

  it('are listed newest first, by page, state, capability and time, without results', async () => {
    const other = 'crm.notes.read';
    const ids = [];
    for (const contract of [readOf(provider.origin), readOf(provider.origin, { capability_id: other }), readOf(provider.origin)])
      ids.unshift((await ran(world, ann, { contract, params: {} })).run.run_id);
    const list = async (input: object) => done(await world.orchestrator.listRuns(context, { caller: ann, input }));
    const first = await list({ limit: 2 });
    expect(first.items.map(({ run_id }) => run_id)).toEqual(ids.slice(0, 2));
    expect(first.items[0]).not.toHaveProperty('result');
    const second = await list({ limit: 2, cursor: first.next_cursor! });
    expect([second.items.map(({ run_id }) => run_id), second.next_cursor]).toEqual([ids.slice(2), null]);
    expect((await list({ capability_id: other })).items.map(({ run_id }) => run_id)).toEqual([ids[1]]);
    expect((await list({ state: 'failed' })).items).toEqual([]);
    expect((await list({ since: new Date(world.clock.now() + 1_000).toISOString() })).items).toEqual([]);
  });

  it('tell nothing to another workspace', async () => {
    const { run } = await ran(world, ann, { contract: readOf(provider.origin), params: {} });
    const bob = callerIn('ws_bob', { principal_id: ann.principal_id, credential_id: ann.credential_id });
    const asked = { caller: bob, run_id: run.run_id };
    const answers = [
      await world.orchestrator.getRun(context, { caller: bob, input: { run_id: run.run_id } }),
      await world.orchestrator.wait(context, { ...asked, wait_ms: 10 }),
      await world.orchestrator.events(context, { ...asked, after: 0, wait_ms: 10 }),
      await world.orchestrator.cancelRun(context, { caller: bob, input: { run_id: run.run_id } }),
    ];
    for (const answer of answers) expect(refusal(answer)).toMatchObject({ code: 'run_not_found', repair: { control: 'runs_list' } });
    expect(done(await world.orchestrator.listRuns(context, { caller: bob, input: {} })).items).toEqual([]);
  });

  it('are held until there is an event, until they are over, or until the time is up', async () => {
    let answer = (): void => undefined;
    provider.reply((response, request) => (answer = () => json({})(response, request)));
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    expect((await events(run_id, 0, 5_000)).items.map(({ sequence }) => sequence)).toEqual([1, 2]);
    expect(await events(run_id, 2, 50)).toEqual({ items: [], over: false });
    const [waiting, waited] = [events(run_id, 2, 10_000), ended(world, ann, run_id)];
    answer();
    expect(await waiting).toMatchObject({ items: [{ sequence: 3, state: 'succeeded' }], over: true });
    expect((await waited).run.state).toBe('succeeded');
    expect(await events(run_id, 3, 10_000)).toEqual({ items: [], over: true });
  });

  it('are heard of when another process moves them', async () => {
    provider.reply(() => undefined);
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    await eventually(() => expect(provider.requests).toHaveLength(1));
    const asked = performance.now();
    const waiting = events(run_id, 2, 10_000);
    await sleep(100);
    await world.database.query(`insert into run_events (run_id, sequence, type, state, at) values ($1, 3, 'note', 'running', now())`, [
      run_id,
    ]);
    expect((await waiting).items.map(({ type }) => type)).toEqual(['note']);
    // Polled each 200 ms: without it, the answer would come when the time is up.
    expect(performance.now() - asked).toBeLessThan(5_000);
    provider.cut();
  });

  it('have at most 10,000 events', async () => {
    const { run } = await ran(world, ann, { contract: readOf(provider.origin), params: {} });
    const copy = (sequence: number) =>
      world.database.query(
        `insert into runs select (json_populate_record(r, json_build_object('run_id', 'run_' || $2, 'admission_id', 'adm_' || $2, 'sequence', $2::int))).* from runs r where run_id = $1`,
        [run.run_id, sequence],
      );
    await copy(10_000);
    await expect(copy(10_001)).rejects.toThrow(/check constraint/);
  });

  it('read this workspace’s credits as billing last told them, in whatever order; nothing told is 0', async () => {
    const contract = readOf(provider.origin, { executor: { kind: 'builtin', read: 'credit_balance' } });
    const read = async () => (await ran(world, ann, { contract, params: {} })).run.result;
    expect(await read()).toEqual({ balance: '0', held: '0', available: '0' });
    const tell = (balance_milli: number, held_milli: number, version: number) =>
      world.tell(balanceChanged, ann.workspace_id, { workspace_id: ann.workspace_id, balance_milli, held_milli, version });
    await tell(12_500, 2_000, 9);
    await tell(99_000, 0, 8);
    expect(await read()).toEqual({ balance: '12.5', held: '2', available: '10.5' });
    expect(provider.requests).toHaveLength(0);
  });

  it.each<[string, (caller: Caller) => Promise<void>]>([
    [
      'its credential is revoked',
      ({ credential_id, principal_id, workspace_id }) =>
        world.tell(credentialRevoked, workspace_id, { credential_id, principal_id, workspace_id, reason: 'lost', version: 1 }),
    ],
    [
      'its principal may do nothing any more',
      ({ principal_id, workspace_id }) =>
        world.tell(principalChanged, workspace_id, { principal_id, workspace_id, active: false, roles: [], permissions: [], version: 1 }),
    ],
  ])('are cancelled while they wait, when %s; what runs is let finish', async (_name, revoke) => {
    const waiting: (() => void)[] = [];
    provider.reply((response, request) => void waiting.push(() => json({})(response, request)));
    const runs: RunView[] = [];
    for (let n = 0; n < 13; n += 1) {
      // The oldest goes first, so each is a moment younger.
      world.clock.advance(1);
      runs.push(await created(world, ann, { contract: contractOf(provider.origin) }));
    }
    await eventually(() => expect(waiting).toHaveLength(12));
    await revoke(ann);
    const last = await ended(world, ann, runs[12]!.run_id);
    expect(last.run).toMatchObject({ state: 'cancelled', started_at: null, error: { code: 'unauthenticated' } });
    waiting.forEach((answer) => answer());
    expect((await ended(world, ann, runs[0]!.run_id)).run.state).toBe('succeeded');
    await eventually(() =>
      expect(
        world.heard.some(
          ({ type, subject, data }) => type === runMoved.type && subject === runs[12]!.run_id && data['state'] === 'cancelled',
        ),
      ).toBe(true),
    );
  });
});
