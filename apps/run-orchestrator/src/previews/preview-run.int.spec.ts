import { eventually } from '@turnpike/testing';
import { dryRunPreviewed, type Caller, type Contract } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';
import { recordingServer, type RecordingServer } from '../proof/recording-server.js';
import { allowed, connected, contractOf, needs, readOf } from '../proof/sample-runs.js';
import { callerIn, context, refusal, startedOrchestrator, type StartedOrchestrator } from '../proof/started-orchestrator.js';

/** Rows of every table, and a checksum of them. */
async function tables(world: StartedOrchestrator): Promise<Record<string, string>> {
  const names = await world.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const sums = names.map(async ({ name }) => {
    const [row] = await world.database.query<{ sum: string }>(
      `select count(*) || ' ' || md5(coalesce(string_agg(to_json(t)::text, ',' order by to_json(t)::text), '')) as sum from "${name}" t`,
    );
    return [name, row!.sum] as const;
  });
  return Object.fromEntries(await Promise.all(sums));
}

// Real: PostgreSQL, the service as it runs, a recording server that must hear nothing.
describe('a preview', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  let workspaces = 0;
  let ann: Caller;
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
  });
  afterAll(() => Promise.all([world.stop(), provider.close()]));
  beforeEach(() => {
    ann = callerIn(`ws_p${(workspaces += 1)}`);
  });

  const preview = (contract: Contract, over: object = {}) =>
    world.orchestrator.preview(context, {
      caller: ann,
      contract,
      params: { name: 'Ann' },
      turn_id: 'turn_1',
      idempotency_key: null,
      connection_vector: 'none',
      ...over,
    });

  /** The tables once what was told before has arrived. */
  async function settled(): ReturnType<typeof tables> {
    let last = await tables(world);
    return eventually(
      async () => {
        const now = await tables(world);
        const same = JSON.stringify(now) === JSON.stringify(last);
        last = now;
        expect(same).toBe(true);
        return now;
      },
      { every_ms: 300, within_ms: 10_000 },
    );
  }

  it('shows the request and writes nothing but the fact for the audit', async () => {
    await allowed(world, ann, [provider.host]);
    const version = await connected(world, ann, 'crm', provider.origin);
    const contract = contractOf(provider.origin, needs('crm'));
    const before = await settled();
    const answer = await preview(contract, { connection_vector: version });
    const after = await tables(world);
    expect(answer).toEqual({
      outcome: 'previewed',
      request: {
        method: 'POST',
        url: `${provider.origin}/contacts`,
        headers: [
          { name: 'Accept', value: 'application/json' },
          { name: 'Content-Type', value: 'application/json' },
          { name: 'Idempotency-Key', value: '(the id of the run)' },
        ],
        body: '{"name":"Ann"}',
        credential: 'header Authorization (bearer)',
      },
      checks: [{ check: 'connection', ok: true, detail: { provider_id: 'crm', state: 'connected' } }],
    });
    expect(Object.keys(after).filter((name) => after[name] !== before[name])).toEqual(['outbox']);
    const rows = await world.database.query(
      `select event->>'type' as type, event->'data' as data from outbox where key = $1 order by position desc limit 1`,
      [ann.workspace_id],
    );
    expect(rows).toEqual([
      {
        type: dryRunPreviewed.type,
        data: {
          workspace_id: ann.workspace_id,
          principal_id: ann.principal_id,
          capability_id: contract.capability_id,
          digest: contentDigest(contract),
          turn_id: 'turn_1',
          mode: 'dry_run',
        },
      },
    ]);
    expect(provider.requests).toHaveLength(0);
  });

  it('says that the connection moved, and where it stands', async () => {
    const before = await connected(world, ann, 'crm', provider.origin);
    const after = await connected(world, ann, 'crm', provider.origin);
    expect(await preview(contractOf(provider.origin, needs('crm')), { connection_vector: before })).toEqual({
      outcome: 'moved',
      parts: [{ part: 'connection', key: `${ann.workspace_id}/crm`, from: before, to: after, value: { state: 'connected' } }],
    });
  });

  it.each<[string, () => Promise<Contract>, object, string]>([
    ['nothing is connected', async () => contractOf(provider.origin, needs('crm')), { connection_vector: '0' }, 'provider_not_connected'],
    [
      'the parameters make no request',
      async () =>
        readOf(
          provider.origin,
          {},
          {
            path: '/a/{name}',
            parameters: [{ field: 'name', in: 'path', name: 'name', style: 'simple', explode: false, allow_reserved: false, json: false }],
          },
        ),
      { params: { name: '../x' } },
      'invalid_request',
    ],
  ])('is refused where the run would be: %s', async (_name, contract, over, code) => {
    expect(refusal(await preview(await contract(), over)).code).toBe(code);
  });

  it('shows a form of parts as it would go out', async () => {
    const contract = contractOf(
      provider.origin,
      {},
      { body: { kind: 'fields', fields: [{ field: 'name', name: 'name' }], media_type: 'multipart/form-data' } },
    );
    const shown = await preview(contract, { params: { name: 'Ann' } });
    expect(shown).toMatchObject({
      outcome: 'previewed',
      request: { headers: expect.arrayContaining([expect.objectContaining({ name: 'Content-Type' })]) },
    });
    expect(JSON.stringify(shown)).toContain('name=\\\"name\\\"\\r\\n\\r\\nAnn');
  });

  it('refuses a credential of a kind, or for an address, that the contract does not take', async () => {
    const version = await connected(world, ann, 'crm', 'https://crm.example');
    const asked = { connection_vector: version };
    expect(refusal(await preview(contractOf(provider.origin, needs('crm')), asked)).details).toMatchObject({
      given_for: ['https://crm.example'],
    });
    const basicOnly = contractOf('https://crm.example', needs('crm'), { auth: [{ type: 'basic' }] });
    expect(refusal(await preview(basicOnly, asked)).details).toEqual({ accepted: [{ type: 'basic' }], held: { type: 'bearer' } });
  });

  it('has no request where nothing goes out', async () => {
    const contract = readOf(provider.origin, { executor: { kind: 'builtin', read: 'credit_balance' } });
    expect(await preview(contract)).toEqual({ outcome: 'previewed', request: null, checks: [] });
  });
});
