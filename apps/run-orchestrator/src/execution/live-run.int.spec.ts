import type { Caller } from '@turnpike/contracts';
import { json, recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, connected, contractOf, created, ended, needs, ran, readOf } from '../proof/sample-runs.js';
import { callerIn, context, done, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

// Real: PostgreSQL, the service as it runs with its workers, outward HTTP to a recording server on loopback.
describe('a live run', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
  });
  afterAll(() => Promise.all([world.stop(), provider.close()]));
  beforeEach(async () => {
    ann = callerIn(`ws_${(workspaces += 1)}`);
    provider.requests.length = 0;
    provider.reply(json({ id: 'c_1', name: 'Ann' }, 201));
    await allowed(world, ann, [provider.host]);
  });

  it('goes out once, and its answer is the result', async () => {
    const { run, answer } = await ran(world, ann, { contract: contractOf(provider.origin, { web_url: 'https://app.test/c/{id}' }) });
    expect(run).toMatchObject({ state: 'succeeded', result: { id: 'c_1', name: 'Ann' }, error: null, result_truncated: false });
    expect(provider.requests).toHaveLength(1);
    expect(provider.requests[0]).toMatchObject({ method: 'POST', url: '/contacts', body: '{"name":"Ann"}' });
    expect(provider.requests[0]!.headers).toContainEqual(['Idempotency-Key', run.run_id]);
    expect(JSON.parse(answer!)).toMatchObject({
      ok: true,
      data: { run_id: run.run_id, result: { id: 'c_1' } },
      web_url: 'https://app.test/c/c_1',
      meta: { request_id: 'req_test', run: { id: run.run_id, state: 'succeeded' }, contract: { version: 1 }, mode: 'live' },
    });
  });

  it('tells each move once, in the numbers of its events', async () => {
    const { run } = await ran(world, ann, { contract: contractOf(provider.origin) });
    const { items, over } = done(await world.orchestrator.events(context, { caller: ann, run_id: run.run_id, after: 0, wait_ms: 0 }));
    expect(items.map(({ sequence, type }) => [sequence, type])).toEqual([
      [1, 'queued'],
      [2, 'running'],
      [3, 'succeeded'],
    ]);
    expect(over).toBe(true);
    const rows = await world.database.query<{ state: string; sequence: number }>(
      `select event->'data'->>'state' as state, (event->'data'->>'sequence')::int as sequence from outbox where key = $1 order by position`,
      [run.run_id],
    );
    expect(rows).toEqual([
      { state: 'queued', sequence: 1 },
      { state: 'running', sequence: 2 },
      { state: 'succeeded', sequence: 3 },
    ]);
  });

  it('never goes out with a credential that replaced the one it was admitted on, not even right after its claim', async () => {
    const connection = await connected(world, ann, 'crm', provider.origin);
    await world.database.query(`
      create function reconnect() returns trigger language plpgsql as $$ begin
        update connections set version = next_version() where workspace_id = new.workspace_id; return null; end $$;
      create trigger reconnect after update on runs for each row when (old.state = 'queued' and new.state = 'running') execute function reconnect()`);
    try {
      const { run } = await ran(world, ann, { contract: contractOf(provider.origin, needs('crm')), connection });
      expect(run).toMatchObject({ state: 'failed', error: { code: 'catalog_changed', details: { changes: [{ part: 'connection' }] } } });
      expect(provider.requests).toEqual([]);
    } finally {
      await world.database.query('drop trigger reconnect on runs; drop function reconnect()');
    }
  });

  it('sends exactly what the dry run showed, credential and idempotency header aside', async () => {
    const contract = contractOf(provider.origin, needs('crm'), {
      path: '/lists/{list}/contacts',
      parameters: [
        { field: 'list', in: 'path', name: 'list', style: 'simple', explode: false, allow_reserved: false, json: false },
        { field: 'tags', in: 'query', name: 'tags', style: 'form', explode: true, allow_reserved: false, json: false },
        { field: 'trace', in: 'header', name: 'X-Trace', style: 'simple', explode: false, allow_reserved: false, json: false },
      ],
      body: {
        kind: 'fields',
        fields: [
          { field: 'zeta', name: 'zeta' },
          { field: 'name', name: 'name' },
        ],
        media_type: 'application/json',
      },
    });
    const version = await connected(world, ann, 'crm', provider.origin);
    const params = { list: 'a/b ü', tags: ['x', 'y&z'], trace: 't 1', name: 'Zoë', zeta: { b: 1, a: [2] } };
    const previewed = await world.orchestrator.preview(context, {
      caller: ann,
      contract,
      params,
      turn_id: 'turn_1',
      idempotency_key: null,
      connection_vector: version,
    });
    if (previewed.outcome !== 'previewed') throw new Error(JSON.stringify(previewed));
    expect(provider.requests).toHaveLength(0);
    const { run } = await ran(world, ann, { contract, params, connection: version });
    expect(run.state).toBe('succeeded');
    const [sent] = provider.requests;
    const shown = previewed.request!;
    const names = ['host', 'connection', 'content-length', 'authorization', 'idempotency-key'];
    const own = (headers: readonly (readonly [string, string])[]) => headers.filter(([name]) => !names.includes(name.toLowerCase()));
    expect([sent!.method, `${provider.origin}${sent!.url}`, sent!.body]).toEqual([shown.method, shown.url, shown.body]);
    expect(own(sent!.headers)).toEqual(own(shown.headers.map(({ name, value }) => [name, value] as const)));
    expect(shown.credential).toBe('header Authorization (bearer)');
    expect(sent!.headers).toContainEqual(['Authorization', 'Bearer tok_1234567890']);
  });

  it.each<[string, number, string]>([
    ['an error of the provider', 500, 'upstream_failed'],
    ['a redirect, which nobody follows', 302, 'upstream_failed'],
  ])('fails with what was said: %s', async (_name, status, code) => {
    provider.reply((response) => void response.writeHead(status, { location: 'http://169.254.169.254/' }).end('it \u0007broke'));
    const { run } = await ran(world, ann, { contract: contractOf(provider.origin) });
    expect(run).toMatchObject({ state: 'failed', error: { code, details: { status, said: 'it broke' } } });
    expect(provider.requests).toHaveLength(1);
  });

  it('cannot tell what happened when a write gets no answer, and does not do it again', async () => {
    provider.reply((response) => void response.destroy());
    const { run, answer } = await ran(world, ann, { contract: contractOf(provider.origin) });
    expect(run).toMatchObject({ state: 'unknown', error: { code: 'upstream_failed', details: { cause: 'connection_cut' } } });
    expect(JSON.parse(answer!)).toMatchObject({ ok: false, meta: { run: { state: 'unknown' } } });
    expect(provider.requests).toHaveLength(1);
  });

  it('says that a read failed in the same case', async () => {
    provider.reply((response) => void response.destroy());
    expect((await ran(world, ann, { contract: readOf(provider.origin), params: {} })).run).toMatchObject({ state: 'failed' });
  });

  it('ends a call at the longest time that its contract allows', async () => {
    provider.reply(() => undefined);
    const async = { kind: 'sync', start_within_ms: 60_000, longest_ms: 300, repeatable: false } as const;
    const { run } = await ran(world, ann, { contract: contractOf(provider.origin, { async }) });
    expect(run).toMatchObject({ state: 'unknown', error: { code: 'upstream_timeout' } });
  });

  it('keeps a result up to its limit, and marks it cut', async () => {
    provider.reply(
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify('x'.repeat(2 ** 21))),
    );
    const { run, answer } = await ran(world, ann, { contract: contractOf(provider.origin) });
    expect(run).toMatchObject({ state: 'succeeded', result_truncated: true });
    expect(Buffer.byteLength(JSON.stringify(run.result))).toBeLessThanOrEqual(2 ** 20);
    expect(answer!.length).toBeLessThan(2 ** 20 + 4_000);
  });

  it('names the allow list when the address is private and not on it', async () => {
    await allowed(world, ann, []);
    const { run } = await ran(world, ann, { contract: contractOf(provider.origin) });
    expect(run).toMatchObject({ state: 'failed', error: { code: 'upstream_failed', details: { reason: 'address_not_allowed' } } });
    expect(run.error!.repair!.instruction).toMatch(/egress_set/);
    expect(provider.requests).toHaveLength(0);
  });

  it('sends a credential nowhere but where it was given for', async () => {
    const version = await connected(world, ann, 'crm', 'https://crm.example');
    const { run } = await ran(world, ann, { contract: contractOf(provider.origin, needs('crm')), connection: version });
    expect(run).toMatchObject({ state: 'failed', error: { code: 'provider_not_connected', details: { origin: provider.origin } } });
    expect(provider.requests).toHaveLength(0);
  });

  it('is over for good: no state, result or answer of an ended run can be written over', async () => {
    const { run_id } = await created(world, ann, { contract: contractOf(provider.origin) });
    await ended(world, ann, run_id);
    for (const change of [`state = 'failed'`, `answer = 'x'`, `result = '1'`])
      await expect(world.database.query(`update runs set ${change} where run_id = $1`, [run_id])).rejects.toThrow(/is over/);
  });
});
