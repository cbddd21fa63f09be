import { connectionChanged, type Caller, type ServiceRequest, type orchestratorApi } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { authorizationServer, type AuthorizationServer } from '../proof/authorization-server.js';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, freshKey, needs, ran, readOf } from '../proof/sample-runs.js';
import { callerIn, context, done, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

type Given = ServiceRequest<typeof orchestratorApi.createConnection>['input']['credential'];

// Real: PostgreSQL, the service as it runs, an authorization server (oidc-provider) in its own process, outward HTTP on loopback.
describe('connections by OAuth', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let authority: AuthorizationServer;
  let ann: Caller;
  let workspaces = 0;
  let before: Record<string, number> = {};

  beforeAll(async () => {
    [world, provider, authority] = await Promise.all([startedOrchestrator(), recordingServer(), authorizationServer()]);
  });
  afterAll(async () => {
    authority.close();
    await Promise.all([world.stop(), provider.close()]);
  });
  beforeEach(async () => {
    ann = callerIn(`ws_o${(workspaces += 1)}`);
    provider.requests.length = 0;
    provider.reply(json({}));
    await allowed(world, ann, [provider.host, authority.host, '127.0.0.1:1']);
    before = await authority.stats();
  });

  const machine = (over: object = {}): Given => ({
    type: 'oauth2',
    grant: 'client_credentials',
    token_url: `${authority.issuer}/token`,
    client_id: 'machine',
    client_secret: 'machine-secret-0123456789abcdef',
    scope: 'contacts',
    ...over,
  });
  const web = (over: object = {}): Given => ({
    type: 'oauth2',
    grant: 'authorization_code',
    token_url: `${authority.issuer}/token`,
    authorization_url: `${authority.issuer}/auth`,
    redirect_uri: 'https://console.example/back',
    client_id: 'web',
    client_secret: 'web-secret-0123456789abcdef',
    scope: 'openid',
    client_authentication: 'post',
    ...over,
  });
  const create = (credential: Given, key = freshKey()) =>
    world.orchestrator.createConnection(context, {
      caller: ann,
      idempotency_key: key,
      input: { provider_id: 'crm', credential },
      origins: [provider.origin, authority.issuer],
    });
  const authorize = (input: { state: string; code: string }, key = freshKey()) =>
    world.orchestrator.authorizeConnection(context, { caller: ann, idempotency_key: key, input: { provider_id: 'crm', ...input } });
  const connection = async () => done(await world.orchestrator.listConnections(context, { caller: ann })).connections[0]!;
  const version = async () => String((await connection()).version);
  const call = async (origin = provider.origin, path = '/contacts') => {
    const contract = readOf(origin, needs('crm'), { path });
    return (await ran(world, ann, { contract, connection: await version(), params: {} })).run;
  };
  const sent = () => provider.requests.map(({ headers }) => headers.find(([name]) => name.toLowerCase() === 'authorization')?.[1]);
  const grew = async (name: string): Promise<number> => ((await authority.stats())[name] ?? 0) - (before[name] ?? 0);
  const hour = () => world.clock.advance(3_600_000);

  it('fetch a token once, use it until it runs out, and then fetch one more for however many calls want it', async () => {
    expect(done(await create(machine()))).toMatchObject({ state: 'connected', scheme: { type: 'bearer' } });
    expect([(await call()).state, (await call()).state]).toEqual(['succeeded', 'succeeded']);
    expect([await grew('client_credentials'), new Set(sent()).size]).toEqual([1, 1]);
    hour();
    const states = await Promise.all(Array.from({ length: 10 }, () => call()));
    expect(states.map(({ state }) => state)).toEqual(Array.from({ length: 10 }, () => 'succeeded'));
    expect([await grew('client_credentials'), new Set(sent()).size]).toEqual([2, 2]);
    // The authority itself says that the token is good, and for what was asked.
    const [scheme, token = ''] = (sent().at(-1) ?? '').split(' ');
    const basic = Buffer.from('machine:machine-secret-0123456789abcdef').toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    const looked = await fetch(`${authority.issuer}/token/introspection`, {
      method: 'POST',
      headers,
      body: new URLSearchParams({ token }),
    });
    expect([scheme, await looked.json()]).toMatchObject(['Bearer', { active: true, scope: 'contacts', client_id: 'machine' }]);
  });

  it('keep client secret and tokens sealed, and show them nowhere', async () => {
    done(await create(machine()));
    provider.reply((response, { headers }) => json({ echo: headers })(response, undefined as never));
    const run = await call();
    const [, token = ''] = (sent()[0] ?? '').split(' ');
    expect(token.length).toBeGreaterThan(20);
    const rows = await world.database.query<{ text: string }>(
      `select t::text as text from connections t union all select t::text from oauth_tokens t union all select t::text from runs t
       union all select t::text from run_events t union all select t::text from outbox t union all select t::text from owner_requests t`,
    );
    const everything = [
      rows.map(({ text }) => text),
      JSON.stringify(run),
      JSON.stringify(await connection()),
      world.logged(),
      JSON.stringify(world.heard),
    ].join();
    expect(everything).toContain('[hidden]');
    for (const secret of [token, 'machine-secret-0123456789abcdef']) expect(everything).not.toContain(secret);
  });

  it('wait for a person to agree; then refresh once under concurrency, again and again, as the refresh token rotates', async () => {
    const asked = done(await create(web()));
    expect(asked).toMatchObject({ state: 'not_connected', authorize_url: expect.stringContaining('code_challenge_method=S256') });
    expect(await connection()).not.toHaveProperty('authorize_url');
    const back = await authority.agree(asked.authorize_url ?? '');
    expect(refusal(await authorize({ ...back, state: 'made-up' })).code).toBe('invalid_request');
    const key = freshKey();
    const connected = done(await authorize(back, key));
    expect(connected).toMatchObject({ state: 'connected', connected_at: expect.any(String) });
    // The same call under the same key is answered and not done again; under another the asking is over.
    expect(done(await authorize(back, key))).toEqual(connected);
    expect(refusal(await authorize(back)).code).toBe('invalid_request');
    // The authority takes the token as that of the person.
    expect(await call(authority.issuer, '/me')).toMatchObject({ state: 'succeeded', result: { sub: 'ann' } });
    for (const times of [1, 2, 3]) {
      hour();
      const runs = await Promise.all(Array.from({ length: 8 }, () => call(authority.issuer, '/me')));
      expect(runs.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'succeeded'));
      expect([await grew('refresh_token'), await grew('invalid_grant')]).toEqual([times, 0]);
    }
    expect(await version()).toBe(String(connected.version));
  });

  it('take a code within ten minutes, and not for a connection that was made anew since', async () => {
    const late = await authority.agree(done(await create(web())).authorize_url ?? '');
    world.clock.advance(10 * 60_000 + 1);
    expect(refusal(await authorize(late)).message).toContain('10 minutes');
    const old = await authority.agree(done(await create(web())).authorize_url ?? '');
    done(await create(web()));
    expect(refusal(await authorize(old)).code).toBe('invalid_request');
    expect((await connection()).state).toBe('not_connected');
  });

  it('fail, and say so, when the authority denies a token for good; nothing is sent', async () => {
    done(await create(machine({ client_secret: 'a-wrong-secret-of-some-length' })));
    const run = await call();
    expect(run).toMatchObject({ state: 'failed', error: { code: 'provider_not_connected', details: { error: 'invalid_client' } } });
    expect([provider.requests.length, (await connection()).state]).toEqual([0, 'failing']);
    await eventually(() =>
      expect(
        world.heard.filter(({ type, data }) => type === connectionChanged.type && data['workspace_id'] === ann.workspace_id).at(-1)?.data,
      ).toMatchObject({ state: 'failing' }),
    );
  });

  it('stay connected when the authority is only away', async () => {
    done(await create(machine({ token_url: 'http://127.0.0.1:1/token' })));
    expect(await call()).toMatchObject({
      state: 'failed',
      error: { code: 'upstream_failed', message: expect.stringContaining('Nothing was sent') },
    });
    expect([provider.requests.length, (await connection()).state]).toEqual([0, 'connected']);
  });

  it('fetch another token once the provider takes this one no more', async () => {
    done(await create(machine()));
    provider.reply(json({}, 401));
    expect((await call()).state).toBe('failed');
    provider.reply(json({}));
    expect([(await call()).state, await grew('client_credentials'), new Set(sent()).size]).toEqual(['succeeded', 2, 2]);
  });

  it('forget their tokens when they are disconnected', async () => {
    done(await create(machine()));
    await call();
    done(
      await world.orchestrator.disconnect(context, {
        caller: ann,
        idempotency_key: freshKey(),
        input: { provider_id: 'crm', confirm: true },
      }),
    );
    expect(await world.database.query('select 1 as one from oauth_tokens where workspace_id = $1', [ann.workspace_id])).toEqual([]);
  });

  it.each([
    ['token_url', { token_url: 'http://tokens.example/token' }],
    ['token_url', { token_url: 'https://ann@tokens.example/token' }],
    ['authorization_url', { authorization_url: undefined }],
    ['redirect_uri', { redirect_uri: undefined }],
  ])('are refused with a wrong %s', async (field, over) => {
    expect(refusal(await create(web(over)))).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer: `/credential/${field}` }] },
    });
  });
});
