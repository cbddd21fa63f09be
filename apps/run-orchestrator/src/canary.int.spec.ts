import { recordingServer, json, type Recorded, type RecordingServer } from './proof/recording-server.js';
import { allowed, contractOf, freshKey, needs, ran } from './proof/sample-runs.js';
import { callerIn, context, done, startedOrchestrator, type StartedOrchestrator } from './proof/started-orchestrator.js';

const CANARY = 'canary_7f3a9"e1\\d5c2b8';

/** What stands before a text, where it is found. */
const found = (place: string, text: string): string[] => (place.includes(text) ? [place.slice(0, place.indexOf(text)).slice(-80)] : []);

/** Every text and JSON value of every table, one line a row. */
async function everything(world: StartedOrchestrator): Promise<string> {
  const tables = await world.database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const rows = await Promise.all(
    tables.map(({ name }) => world.database.query<{ row: string }>(`select to_json(t)::text as row from "${name}" t`)),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .join('\n');
}

// Real: PostgreSQL, the service as it runs, its logs at their most talkative, outward HTTP to a server that says back what it was told.
describe('a credential', () => {
  let world: StartedOrchestrator;
  let provider: RecordingServer;
  const ann = callerIn('ws_canary');
  beforeAll(async () => {
    [world, provider] = await Promise.all([startedOrchestrator(), recordingServer()]);
    await allowed(world, ann, [provider.host]);
  });
  afterAll(() => Promise.all([world.stop(), provider.close()]));

  const echo = (status: number) => (response: Parameters<ReturnType<typeof json>>[0], request: Recorded) =>
    json({ url: request.url, headers: request.headers, said: `you sent ${JSON.stringify(request.headers)}` }, status)(response, request);

  it.each<[string, object]>([
    ['a bearer', { type: 'bearer', token: CANARY }],
    ['a password', { type: 'basic', username: 'ann', password: CANARY }],
    ['a key in a header', { type: 'api_key', in: 'header', name: 'X-Key', value: CANARY }],
    ['a key in the query', { type: 'api_key', in: 'query', name: 'key', value: CANARY }],
    ['a key in a cookie', { type: 'api_key', in: 'cookie', name: 'key', value: CANARY }],
    [
      'two at once',
      {
        type: 'all',
        credentials: [
          { type: 'bearer', token: CANARY },
          { type: 'api_key', in: 'query', name: 'key', value: CANARY },
        ],
      },
    ],
  ])('reaches the provider and nothing else: %s', async (_name, credential) => {
    const input = { provider_id: 'crm', credential: credential as never };
    const key = freshKey();
    const connect = () =>
      world.orchestrator.createConnection(context, { caller: ann, idempotency_key: key, input, origins: [provider.origin] });
    const answers: unknown[] = [await connect(), await connect()];
    const { version } = done(answers[0] as Awaited<ReturnType<typeof connect>>);
    const auth = [
      { type: 'bearer' },
      { type: 'basic' },
      ...(['header', 'query', 'cookie'] as const).map((at) => ({ type: 'api_key', in: at, name: at === 'header' ? 'X-Key' : 'key' })),
    ];
    const both = { type: 'all', schemes: [auth[0], { type: 'api_key', in: 'query', name: 'key' }] };
    const contract = contractOf(provider.origin, needs('crm'), { auth: [...auth, both] as never });
    provider.requests.length = 0;
    for (const status of [200, 500]) {
      provider.reply(echo(status));
      const over = await ran(world, ann, { contract, connection: String(version) });
      answers.push(over, await world.orchestrator.events(context, { caller: ann, run_id: over.run.run_id, after: 0, wait_ms: 0 }));
    }
    provider.reply((response) => response.destroy());
    answers.push(await ran(world, ann, { contract, connection: String(version) }));
    answers.push(await world.orchestrator.testConnection(context, { caller: ann, input: { provider_id: 'crm' } }));
    answers.push(await world.orchestrator.listConnections(context, { caller: ann }));
    answers.push(
      await world.orchestrator.preview(context, {
        caller: ann,
        contract,
        params: {},
        turn_id: 't',
        idempotency_key: null,
        connection_vector: String(version),
      }),
    );
    const basic = Buffer.from(`ann:${CANARY}`).toString('base64');
    const forms = [
      CANARY,
      encodeURIComponent(CANARY),
      JSON.stringify(CANARY).slice(1, -1),
      JSON.stringify(JSON.stringify(CANARY)).slice(3, -3),
      basic,
    ];
    const sent = JSON.stringify(provider.requests.slice(0, 3));
    expect(forms.some((form) => sent.includes(form))).toBe(true);
    const kept = [await everything(world), JSON.stringify(world.heard), world.logged(), JSON.stringify(answers)];
    expect(kept.flatMap((place) => forms.flatMap((form) => found(place, form)))).toEqual([]);
    expect(kept[3]).toContain('[hidden]');
  });

  it('would be found where it was left', async () => {
    await world.database.query(`insert into revoked_credentials (credential_id, reason) values ('x', $1)`, [CANARY]);
    expect(await everything(world)).toContain(JSON.stringify(CANARY).slice(1, -1));
  });
});
