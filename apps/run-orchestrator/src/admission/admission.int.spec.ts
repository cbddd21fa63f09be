import { contractWithdrawn, credentialRevoked, principalChanged, type Caller, type Contract } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';
import { randomKey, signToken } from '@turnpike/platform-secrets';
import { setTimeout as sleep } from 'node:timers/promises';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { admit, allowed, claimsFor, connected, contractOf, create, created, ended, freshKey, needs } from '../proof/sample-runs.js';
import { callerIn, context, done, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

const count = async (world: StartedOrchestrator, table: string, ws: string): Promise<number> =>
  Number((await world.database.query<{ n: number }>(`select count(*) as n from ${table} where workspace_id = $1`, [ws]))[0]!.n);

// Real: PostgreSQL, the service as it runs with its workers, outward HTTP to a recording server on loopback. The clock is moved by hand.
describe('an admission', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  let contract: Contract;
  let versions = 1_000;
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
  });
  afterAll(() => Promise.all([world.stop(), provider.close()]));
  beforeEach(async () => {
    ann = callerIn(`ws_a${(workspaces += 1)}`);
    provider.requests.length = 0;
    provider.reply(json({ id: 'c_1' }));
    contract = contractOf(provider.origin);
    await allowed(world, ann, [provider.host]);
  });

  it.each<[string, (good: string) => string]>([
    ['none', () => ''],
    ['one that another key signed', () => admit({ ...world, admissionKey: randomKey('adm') }, ann, { contract })],
    [
      'one for another service',
      () => signToken(world.admissionKey, { ...claimsFor(ann, contract, world.clock.now()), aud: 'billing', exp: world.clock.now() + 1e4 }),
    ],
    ['one of another principal', () => admit(world, { ...ann, principal_id: 'us_else' }, { contract })],
    ['one of another workspace', () => admit(world, { ...ann, workspace_id: 'ws_else' }, { contract })],
    ['one of another credential', () => admit(world, { ...ann, credential_id: 'cred_else' }, { contract })],
    ['one whose claims were changed', (good) => good.replace(/\.(.{20})/, (_, head: string) => `.${head.split('').reverse().join('')}`)],
  ])('is refused: %s', async (_name, forge) => {
    const answer = await create(world, ann, { contract, admission: forge(admit(world, ann, { contract })) });
    expect(refusal(answer)).toMatchObject({ code: 'capability_not_fetched', repair: { control: null } });
    expect(await count(world, 'runs', ann.workspace_id)).toBe(0);
  });

  it('does not run another contract than the one that was signed', async () => {
    const answer = await create(world, ann, { contract: { ...contract, title: 'Another' }, admission: admit(world, ann, { contract }) });
    expect(refusal(answer).code).toBe('capability_not_fetched');
  });

  it('is good for 30 s and 5 s of skew', async () => {
    const admission = admit(world, ann, { contract });
    world.clock.advance(34_000);
    expect((await create(world, ann, { contract, admission })).outcome).toBe('created');
    const other = admit(world, ann, { contract });
    world.clock.advance(35_000);
    expect(refusal(await create(world, ann, { contract, admission: other })).details).toMatchObject({ reason: 'expired' });
  });

  it('asks for the contract when its digest is new, and keeps it for good', async () => {
    const fresh = { ...contract, title: `Only here ${ann.workspace_id}` };
    const asked = {
      caller: ann,
      admission: admit(world, ann, { contract: fresh }),
      contract: null,
      params: {},
      mode: 'live' as const,
      idempotency_key: null,
      fingerprint: 'f',
      web_url_base: 'http://t',
    };
    expect(await world.orchestrator.create(context, asked)).toEqual({ outcome: 'contract_unknown' });
    expect((await world.orchestrator.create(context, { ...asked, contract: fresh })).outcome).toBe('created');
    const again = { ...asked, admission: admit(world, ann, { contract: fresh }) };
    expect((await world.orchestrator.create(context, again)).outcome).toBe('created');
    const rows = await world.database.query('select 1 from contracts_by_digest where digest = $1', [contentDigest(fresh)]);
    expect(rows).toHaveLength(1);
  });

  it('is taken once: the same call again is the same run, another one is refused', async () => {
    const admission = admit(world, ann, { contract });
    const run = await created(world, ann, { contract, admission });
    expect(await create(world, ann, { contract, admission })).toEqual({ outcome: 'joined', run_id: run.run_id });
    const other = await create(world, ann, { contract, admission, params: { name: 'Bob' } });
    expect(refusal(other).details).toEqual({ reason: 'it was used before' });
    expect(await count(world, 'runs', ann.workspace_id)).toBe(1);
  });

  it('is one run when the same call comes many times at once', async () => {
    const admission = admit(world, ann, { contract });
    const answers = await Promise.all(Array.from({ length: 40 }, () => create(world, ann, { contract, admission })));
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['created', ...Array<string>(39).fill('joined')]);
    expect(await count(world, 'runs', ann.workspace_id)).toBe(1);
  });

  it('is the other call’s run when that one commits while this one waits for it', async () => {
    const { run_id } = await created(world, ann, { contract });
    const again = `
      select create_run(json_populate_record(r, json_build_object('run_id', $2::text, 'admission_id', 'again_' || r.admission_id, 'state', 'queued', 'sequence', 1)),
                        (select jsonb_set(o.event, '{id}', to_jsonb('evt_' || $2)) from outbox o where o.key = r.run_id order by position limit 1)) as answer
        from runs r where run_id = $1`;
    let second: Promise<unknown> = Promise.resolve();
    const first = await world.database.tx(async (tx) => {
      const answer = await tx.query(again, [run_id, `${run_id}_a`]);
      second = world.database.query(again, [run_id, `${run_id}_b`]);
      await sleep(100);
      return answer;
    });
    expect(first).toEqual([{ answer: { outcome: 'created' } }]);
    expect(await second).toEqual([{ answer: { outcome: 'joined', run_id: `${run_id}_a` } }]);
  });

  it('refuses a version that was withdrawn, and says what moved', async () => {
    const id = { owner_workspace_id: ann.workspace_id, pack_id: 'crm', capability_id: contract.capability_id, contract_version: 1 };
    await world.tell(contractWithdrawn, `${ann.workspace_id}/crm`, { ...id, digest: contentDigest(contract), head: null, version: 7 });
    expect(await create(world, ann, { contract })).toEqual({
      outcome: 'moved',
      parts: [{ part: 'contract', key: `${ann.workspace_id}/${contract.capability_id}`, from: '1', to: 'withdrawn' }],
    });
  });

  it('refuses a credential that was revoked', async () => {
    const revoked = {
      credential_id: ann.credential_id,
      principal_id: ann.principal_id,
      workspace_id: ann.workspace_id,
      reason: 'lost',
      version: 1,
    };
    await world.tell(credentialRevoked, ann.workspace_id, revoked);
    expect(refusal(await create(world, ann, { contract })).code).toBe('unauthenticated');
  });

  it('refuses a principal that may do nothing any more, by the latest word on it in whatever order words come', async () => {
    const say = (active: boolean, version: number) =>
      world.tell(principalChanged, ann.workspace_id, {
        workspace_id: ann.workspace_id,
        principal_id: ann.principal_id,
        active,
        roles: [],
        permissions: [],
        version,
      });
    await say(false, 5);
    await say(true, 4);
    expect(refusal(await create(world, ann, { contract })).code).toBe('unauthenticated');
    await say(true, 6);
    await say(false, 5);
    expect((await create(world, ann, { contract })).outcome).toBe('created');
  });

  describe('through a connection', () => {
    const through = (connection: string) => create(world, ann, { contract: { ...contract, ...needs('crm') }, connection });

    it('is refused when the connection moved, with where it stands now', async () => {
      const before = await connected(world, ann, 'crm', provider.origin);
      expect((await through(before)).outcome).toBe('created');
      const after = await connected(world, ann, 'crm', provider.origin);
      expect(await through(before)).toEqual({
        outcome: 'moved',
        parts: [{ part: 'connection', key: `${ann.workspace_id}/crm`, from: before, to: after, value: { state: 'connected' } }],
      });
      expect((await through(after)).outcome).toBe('created');
    });

    it('is refused when there is none, or no live one, even at the version that was delivered', async () => {
      expect(refusal(await through('0'))).toMatchObject({ code: 'provider_not_connected', details: { state: 'missing' } });
      expect(await through('12')).toMatchObject({ outcome: 'moved', parts: [{ to: '0', value: { state: 'missing' } }] });
      await connected(world, ann, 'crm', provider.origin);
      const input = { provider_id: 'crm', confirm: true as const };
      const gone = done(await world.orchestrator.disconnect(context, { caller: ann, idempotency_key: freshKey(), input }));
      expect(refusal(await through(String(gone.version)))).toMatchObject({
        code: 'provider_not_connected',
        details: { state: 'not_connected' },
      });
    });
  });

  describe('with an idempotency key', () => {
    it('is one run and one call out for 200 equal calls at once, each with an admission of its own', async () => {
      provider.reply((response) => setTimeout(() => json({ id: 'c_1' })(response, provider.requests[0]!), 100));
      const key = freshKey();
      const answers = await Promise.all(Array.from({ length: 200 }, () => create(world, ann, { contract, key })));
      const ids = answers.map((answer) =>
        answer.outcome === 'created' ? answer.run.run_id : answer.outcome === 'joined' ? answer.run_id : '',
      );
      expect(new Set(ids).size).toBe(1);
      expect(answers.filter(({ outcome }) => outcome === 'created')).toHaveLength(1);
      const ends = await Promise.all(ids.map((id) => ended(world, ann, id)));
      expect(new Set(ends.map(({ answer }) => answer)).size).toBe(1);
      expect(provider.requests.filter(({ headers }) => headers.some(([, value]) => value === ids[0]))).toHaveLength(1);
    });

    it('is a conflict for another call, of the same principal only', async () => {
      const key = freshKey();
      const run = await created(world, ann, { contract, key });
      expect(refusal(await create(world, ann, { contract, key, params: { name: 'Bob' } })).code).toBe('idempotency_conflict');
      const recall = (caller: Caller, fingerprint: string) =>
        world.orchestrator.recall(context, { caller, idempotency_key: key, fingerprint });
      const fingerprint = contentDigest({ capability_id: contract.capability_id, params: { name: 'Ann' }, mode: 'live' });
      expect(await recall(ann, fingerprint)).toEqual({ outcome: 'known', run_id: run.run_id });
      expect(refusal(await recall(ann, 'another')).code).toBe('idempotency_conflict');
      expect(await recall({ ...ann, principal_id: 'us_else' }, fingerprint)).toEqual({ outcome: 'unknown_key' });
      expect(await recall(callerIn('ws_else', { principal_id: ann.principal_id }), fingerprint)).toEqual({ outcome: 'unknown_key' });
    });

    it('records no refusal: a key whose call was refused is still new', async () => {
      const key = freshKey();
      expect((await create(world, ann, { contract: { ...contract, ...needs('crm') }, key, connection: '9' })).outcome).toBe('moved');
      expect((await create(world, ann, { contract, key })).outcome).toBe('created');
    });

    it('answers byte for byte what the first call was answered, days later, after a restart, and whatever moved since', async () => {
      const key = freshKey();
      const { run_id } = await created(world, ann, { contract, key });
      const first = await ended(world, ann, run_id);
      const version = { owner_workspace_id: ann.workspace_id, pack_id: 'crm', capability_id: contract.capability_id, contract_version: 1 };
      await world.tell(contractWithdrawn, `${ann.workspace_id}/crm`, { ...version, digest: 'd', head: null, version: (versions += 1) });
      world.clock.advance(72 * 3_600_000);
      await world.restart();
      expect(await create(world, ann, { contract, key })).toEqual({ outcome: 'joined', run_id });
      expect((await ended(world, ann, run_id)).answer).toBe(first.answer);
      expect(provider.requests.filter(({ headers }) => headers.some(([, value]) => value === run_id))).toHaveLength(1);
    });
  });
});
