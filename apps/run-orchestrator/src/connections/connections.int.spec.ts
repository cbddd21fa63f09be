import { connectionChanged, connectionsRetold, ownerActionTaken, retellingRequested, type Caller } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, connected, freshKey, needs, ran, readOf } from '../proof/sample-runs.js';
import { callerIn, context, done, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

const TOKEN = 'tok_very_secret_value';

// Real: PostgreSQL, the service as it runs, outward HTTP to a recording server on loopback.
describe('connections', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
  });
  afterAll(() => Promise.all([world.stop(), provider.close()]));
  beforeEach(() => {
    ann = callerIn(`ws_n${(workspaces += 1)}`);
    provider.requests.length = 0;
    provider.reply(json({}));
  });

  const credential = { type: 'bearer' as const, token: TOKEN };
  const connect = (over: object = {}, caller = ann, key: string | null = freshKey(), origins = [provider.origin]) =>
    world.orchestrator.createConnection(context, {
      caller,
      idempotency_key: key,
      input: { provider_id: 'crm', credential, ...over },
      origins,
    });
  const disconnect = (caller = ann, key = freshKey()) =>
    world.orchestrator.disconnect(context, { caller, idempotency_key: key, input: { provider_id: 'crm', confirm: true } });
  const list = async (caller = ann) => done(await world.orchestrator.listConnections(context, { caller })).connections;
  const test = async (path?: string) =>
    done(await world.orchestrator.testConnection(context, { caller: ann, input: { provider_id: 'crm', ...(path && { path }) } }));
  const row = async () =>
    (
      await world.database.query<{ sealed: string | null; version: number; state: string }>(
        'select sealed, version, state from connections where workspace_id = $1',
        [ann.workspace_id],
      )
    )[0]!;
  const told = (type: string, ws = ann.workspace_id) =>
    world.heard.filter((event) => event.type === type && event.data['workspace_id'] === ws).map(({ data }) => data);

  it('are shown by scheme, kept sealed, and told with their version', async () => {
    const view = done(await connect({ account: 'sales@acme' }));
    expect(view).toMatchObject({
      provider_id: 'crm',
      state: 'connected',
      scheme: { type: 'bearer' },
      account: 'sales@acme',
      base_url: null,
    });
    expect(await list()).toEqual([view]);
    expect((await row()).sealed).toMatch(/^v1\./);
    await eventually(() => expect(told(connectionChanged.type)).toMatchObject([{ state: 'connected', version: view.version }]));
    await eventually(() => expect(told(ownerActionTaken.type)).toMatchObject([{ action: 'connections_create', subject: 'crm' }]));
  });

  it('are replaced under a new version, and done once for each key', async () => {
    const key = freshKey();
    const first = done(await connect({}, ann, key));
    expect(done(await connect({}, ann, key))).toEqual(first);
    expect(refusal(await connect({ account: 'other' }, ann, key)).code).toBe('idempotency_conflict');
    expect(refusal(await connect({ credential: { type: 'bearer', token: 'another_token' } }, ann, key)).code).toBe('idempotency_conflict');
    expect((await row()).version).toBe(first.version);
    expect(done(await connect()).version).toBeGreaterThan(first.version);
  });

  it('are destroyed with their ciphertext', async () => {
    const before = done(await connect());
    const after = done(await disconnect());
    expect(after).toMatchObject({ state: 'not_connected', scheme: null, connected_at: null });
    expect(after.version).toBeGreaterThan(before.version);
    expect((await row()).sealed).toBeNull();
    await eventually(() => expect(told(connectionChanged.type).map(({ state }) => state)).toEqual(['connected', 'not_connected']));
    expect(refusal(await disconnect(callerIn('ws_without'))).code).toBe('not_found');
  });

  it.each<[string, Partial<Caller>, string | null, string]>([
    ['an API key', { principal_kind: 'api_key' }, 'k', 'owner_session_required'],
    ['a service account', { principal_kind: 'service_account' }, 'k', 'owner_session_required'],
    ['somebody without the permission', { permissions: ['connections.read'] }, 'k', 'permission_denied'],
    ['a call without a key', {}, null, 'idempotency_key_required'],
  ])('are not changed by %s', async (_name, over, key, code) => {
    done(await connect());
    const who = { ...ann, ...over };
    expect(refusal(await connect({}, who, key)).code).toBe(code);
    const input = { provider_id: 'crm', confirm: true as const };
    expect(refusal(await world.orchestrator.disconnect(context, { caller: who, idempotency_key: key, input })).code).toBe(code);
    expect(refusal(await world.orchestrator.setEgress(context, { caller: who, idempotency_key: key, input: { allow: [] } })).code).toBe(
      code,
    );
    expect((await row()).state).toBe('connected');
  });

  it('belong to one workspace', async () => {
    done(await connect());
    expect(await list(callerIn('ws_elsewhere'))).toEqual([]);
    const other = await world.orchestrator.testConnection(context, { caller: callerIn('ws_elsewhere'), input: { provider_id: 'crm' } });
    expect(refusal(other).code).toBe('not_found');
  });

  it('do not open when their row is copied to another workspace', async () => {
    done(await connect());
    const thief = callerIn(`${ann.workspace_id}_thief`);
    await allowed(world, thief, [provider.host]);
    const version = await connected(world, thief, 'crm', provider.origin);
    await world.database.query(
      'update connections set sealed = (select sealed from connections where workspace_id = $1) where workspace_id = $2',
      [ann.workspace_id, thief.workspace_id],
    );
    const { run } = await ran(world, thief, { contract: readOf(provider.origin, needs('crm')), connection: version });
    expect(run.state).not.toBe('succeeded');
    expect(provider.requests).toHaveLength(0);
  });

  it('go to the address that they name instead of the contract’s, and to no other', async () => {
    await allowed(world, ann, [provider.host]);
    const view = done(await connect({ base_url: `${provider.origin}/base` }, ann, freshKey(), []));
    const contract = readOf('https://crm.example', needs('crm'));
    expect((await ran(world, ann, { contract, params: {}, connection: String(view.version) })).run.state).toBe('succeeded');
    expect(provider.requests[0]).toMatchObject({ url: '/base/contacts' });
    expect(provider.requests[0]!.headers).toContainEqual(['Authorization', `Bearer ${TOKEN}`]);
  });

  it.each([['ftp://a.test'], ['https://user:pass@a.test'], ['https://a.test/?q=1'], ['https://a.test/#x'], ['javascript:alert(1)']])(
    'never take an address that is no plain one: %s',
    async (base_url) => {
      expect(refusal(await connect({ base_url })).code).toBe('invalid_request');
      expect(await list()).toEqual([]);
    },
  );

  it('never take a credential that no request can carry', async () => {
    const refused = refusal(await connect({ credential: { type: 'bearer', token: 'SECRET\r\nX: y' } }));
    expect(refused).toMatchObject({ code: 'invalid_request', details: { issues: [{ pointer: '/credential/token' }] } });
    expect(JSON.stringify(refused)).not.toContain('SECRET');
    expect(await list()).toEqual([]);
  });

  it('are at most 1,000 in a workspace; one that is there can still be replaced', async () => {
    await world.database.query(
      `insert into connections (workspace_id, provider_id, state, version) select $1, 'p' || n, 'not_connected', 1 from generate_series(1, 999) n`,
      [ann.workspace_id],
    );
    done(await connect());
    expect(refusal(await connect({ provider_id: 'one_more' })).code).toBe('conflict');
    done(await connect());
    expect(await list()).toHaveLength(1_000);
  });

  it('need an address: of a contract of the workspace, or given', async () => {
    expect(refusal(await connect({}, ann, freshKey(), [])).details).toMatchObject({ issues: [{ pointer: '/base_url' }] });
  });

  it('are tested by one GET, and fail and recover by what it says', async () => {
    await allowed(world, ann, [provider.host]);
    const first = done(await connect());
    provider.reply(json({}, 401));
    expect(await test('/me')).toMatchObject({ reachable: true, status: 401 });
    expect(provider.requests).toMatchObject([{ method: 'GET', url: '/me' }]);
    const failing = await row();
    expect(failing).toMatchObject({ state: 'failing' });
    expect(failing.version).toBeGreaterThan(first.version);
    expect(await test()).toMatchObject({ status: 401 });
    expect((await row()).version).toBe(failing.version);
    provider.reply(json({}, 404));
    expect(await test()).toMatchObject({ reachable: true, status: 404 });
    expect((await row()).state).toBe('connected');
    await allowed(world, ann, []);
    expect(await test()).toMatchObject({ reachable: false, status: null, message: expect.stringContaining('loopback') });
    await eventually(() =>
      expect(told(connectionChanged.type).map(({ state }) => state)).toEqual(['connected', 'failing', 'connected', 'failing']),
    );
  });

  it('are not written over by a test of the one before', async () => {
    await allowed(world, ann, [provider.host]);
    done(await connect());
    let answer = (): void => undefined;
    provider.reply((response, request) => (answer = () => json({}, 401)(response, request)));
    const testing = test();
    await eventually(() => expect(provider.requests).toHaveLength(1));
    const second = done(await connect());
    answer();
    await testing;
    expect(await row()).toMatchObject({ state: 'connected', version: second.version });
  });

  it('are told again on request, and only those of the workspace that is asked for', async () => {
    done(await connect());
    const version = (await row()).version;
    await eventually(() => expect(told(connectionChanged.type)).toHaveLength(1));
    const before = world.heard.length;
    await world.tell(retellingRequested, 'connections', {
      topic: 'connections',
      subscriber: 'registry.connections',
      request_id: `req_${ann.workspace_id}`,
      workspace_id: ann.workspace_id,
    });
    await eventually(
      () => {
        const again = world.heard.slice(before);
        expect(again.filter(({ type }) => type === connectionChanged.type).map(({ data }) => data)).toMatchObject([{ version }]);
        expect(again.filter(({ type }) => type === connectionsRetold.type)).toMatchObject([{ data: { rows: 1 } }]);
      },
      { within_ms: 12_000 },
    );
  });
});

describe('the allow list', () => {
  let world: StartedOrchestrator;
  const ann = callerIn('ws_egress');
  beforeAll(async () => {
    world = await startedOrchestrator();
  });
  afterAll(() => world.stop());
  const set = (allow: string[]) => world.orchestrator.setEgress(context, { caller: ann, idempotency_key: freshKey(), input: { allow } });

  it('is kept sorted and once, for its workspace', async () => {
    expect(done(await set(['b.test:1', '127.0.0.1:7430', 'b.test:1']))).toEqual({ allow: ['127.0.0.1:7430', 'b.test:1'] });
    expect(done(await world.orchestrator.listEgress(context, { caller: ann }))).toEqual({ allow: ['127.0.0.1:7430', 'b.test:1'] });
    expect(done(await world.orchestrator.listEgress(context, { caller: callerIn('ws_other') }))).toEqual({ allow: [] });
  });

  it.each([['169.254.169.254:80'], ['[fd00:ec2::254]:80'], ['metadata.google.internal:80'], ['100.100.100.200:80']])(
    'never names a metadata service: %s',
    async (rule) => {
      expect(refusal(await set(['127.0.0.1:1', rule]))).toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ pointer: '/allow' }] },
      });
    },
  );
});
