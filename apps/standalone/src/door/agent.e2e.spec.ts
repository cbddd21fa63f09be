import { randomUUID } from 'node:crypto';
import { eventually } from '@turnpike/testing';
import { openDoor, requestsAt, type OpenDoor } from './open-door.js';
import { CREATE, ENROLL, RefusalDesk } from './refusal-desk.js';
import { ScriptedModel } from './scripted-model.js';

const GOAL = { goal: 'add a new contact', pack_id: 'sandbox' };

// Real: the adapter and the client over HTTP, all services, a provider that records what it is sent. Scripted: the model.
describe('a model works through the agent adapter', () => {
  let door: OpenDoor;
  let desk: RefusalDesk;
  let key: string;
  const model = () => new ScriptedModel(door.url, key);
  const person = () => ({ name: 'Lin', email: `${randomUUID()}@agent.example`, company: 'Lin & Co' });
  const created = async (email: string) =>
    (await requestsAt(door.sandbox.url)).filter(
      ({ method, url, body_base64: body }) =>
        method === 'POST' && url === '/v1/contacts' && Buffer.from(body, 'base64').toString('utf8').includes(email),
    ).length;

  /** Publishes a contract that asks for these fields of a new contact. */
  const requireFields = (...required: string[]) => {
    const document = structuredClone(door.document);
    document['paths']['/v1/contacts'].post.requestBody.content['application/json'].schema.required = required;
    return door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(document), overlay: door.overlay });
  };

  beforeAll(async () => {
    door = await openDoor();
    desk = new RefusalDesk(door);
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    await desk.connect();
    await door.owner.own('prices_set', { capability_id: ENROLL, per_call: '2.5' });
    key = (await door.owner.own('api_keys_create', { name: 'model', role: 'agent', scopes: ['*'] }))['secret'] as string;
    await desk.ready(door.agent, CREATE);
    await eventually(async () =>
      expect((await door.agent.data('tools_search', GOAL))['candidates'].map((each: any) => each.capability_id)).toContain(CREATE),
    );
  }, 60_000);
  afterAll(() => door.close());

  it('searches, runs, is told that the contract moved, reads the new one, dry-runs, runs', async () => {
    const lin = model();
    const before = await lin.contractIn(await lin.use('tools_search', GOAL), CREATE);
    const [first, second] = [person(), person()];
    expect((await lin.run(CREATE, 'live', lin.fill(before.input_schema, first))).data.state).toBe('succeeded');

    await requireFields('email', 'name', 'company');
    const old = await lin.run(CREATE, 'live', lin.fill(before.input_schema, second));
    expect([old.error.code, old.error.details.changes[0].part, old.recovered.control]).toEqual([
      'catalog_changed',
      'contract',
      'tools_search',
    ]);
    const after = await lin.contractIn(old.recovered.answer, CREATE);
    expect([after.contract.version > before.contract.version, before.input_schema.required, after.input_schema.required]).toEqual([
      true,
      ['email', 'name'],
      ['email', 'name', 'company'],
    ]);
    const params = lin.fill(after.input_schema, second);
    expect((await lin.run(CREATE, 'live', params)).error.code).toBe('dry_run_first');
    const preview = await lin.run(CREATE, 'dry_run', params);
    expect(JSON.parse(preview.data.request.body)).toEqual(params);
    expect([await created(second.email), (await lin.run(CREATE, 'live', params)).data.state]).toEqual([0, 'succeeded']);
    expect([await created(first.email), await created(second.email)]).toEqual([1, 1]);
    const steps = lin.sent.map(({ path, body }) => `${path.replace('/v1/tools/', '')} ${body['mode'] ?? ''}`.trim());
    expect(steps.filter((step) => step !== 'get')).toEqual(['search', 'run live', 'run live', 'search', 'run dry_run', 'run live']);
    await requireFields('email', 'name');
  }, 30_000);

  it('after a compaction runs nothing until the contract was delivered again', async () => {
    const lin = model();
    await lin.use('tools_get', { capability_id: CREATE });
    expect((await lin.use('tools_get', { capability_id: CREATE })).data).toMatchObject({ already_fetched: true, contract: null });
    lin.talk.forget();
    const asked = lin.sent.length;
    const blind = await lin.run(CREATE, 'dry_run', person());
    expect([blind.error.code, blind.error.repair.control, lin.sent.length]).toEqual(['capability_not_fetched', 'tools_get', asked]);
    const again = await lin.use(blind.error.repair.control, blind.error.repair.arguments);
    expect(again.data.contract.input_schema.required).toEqual(['email', 'name']);
    expect((await lin.run(CREATE, 'dry_run', person())).data.kind).toBe('preview');
    const turns = new Set(lin.sent.flatMap(({ body }) => body['tool_turn_token'] ?? []));
    expect(turns.size).toBe(1);
  });

  // Paying is not offered by this build, so the ceiling is refused as well; what is proven is what goes out.
  it('answers a quote with the same call and a ceiling, and no hash', async () => {
    const lin = model();
    const params = { sequence_id: 'seq_1005', contact_id: 'con_1001' };
    await lin.use('tools_get', { capability_id: ENROLL });
    const quoted = await lin.run(ENROLL, 'live', params);
    expect([quoted.error.code, quoted.error.details.estimate.credits]).toEqual(['quote_required', '2.5']);
    await lin.run(ENROLL, 'live', params, { max_credits: quoted.error.details.estimate.credits });
    const [first, second] = lin.runs('live');
    expect([lin.runs('live').length, second?.body]).toEqual([2, { ...first?.body, max_credits: '2.5' }]);
    expect([first, second].some((sent) => 'quote' in (sent?.body ?? {}))).toBe(false);
  });

  it('makes no equal live call before it has read how the first one ended', async () => {
    const lin = model();
    const known = person();
    const contract = await lin.contractIn(await lin.use('tools_search', GOAL), CREATE);
    const params = lin.fill(contract.input_schema, known);
    await desk.fault('POST /v1/contacts', 'slow:3000');
    const first = await lin.run(CREATE, 'live', params, { wait_ms: 0 });
    expect(first.meta.next.control).toBe('runs_get');
    const [second, third] = await Promise.all([lin.run(CREATE, 'live', params), lin.run(CREATE, 'live', params, { wait_ms: 0 })]);
    expect([second.error.code, third.error.code]).toEqual(['run_not_over', 'run_not_over']);
    expect(['queued', 'running']).toContain(second.recovered.answer.data.state);
    const { control, arguments: args } = first.meta.next;
    await eventually(async () => expect((await lin.use(control, args)).data.state).toBe('succeeded'), { within_ms: 15_000, every_ms: 200 });
    expect([lin.runs('live').length, await created(known.email)]).toEqual([1, 1]);
    // Now it knows; a second one is its own decision, and the provider's to refuse.
    expect((await lin.run(CREATE, 'live', params)).error.code).toBe('upstream_failed');
    expect(new Set(lin.runs('live').map(({ key: each }) => each)).size).toBe(2);
  }, 30_000);

  it('takes up a call whose answers were all lost, and does it once', async () => {
    const lin = model();
    const known = person();
    const contract = await lin.contractIn(await lin.use('tools_search', GOAL), CREATE);
    const params = lin.fill(contract.input_schema, known);
    lin.losing = 3;
    const lost = await lin.run(CREATE, 'live', params);
    expect([lost.error.code, lost.error.retryable]).toEqual(['no_answer', true]);
    expect((await lin.use(lost.error.repair.control, lost.error.repair.arguments)).data.state).toBe('succeeded');
    expect([lin.runs('live').length, new Set(lin.runs('live').map(({ key: each }) => each)).size]).toEqual([4, 1]);
    expect(await created(known.email)).toBe(1);
  }, 30_000);

  it('never runs a guessed id, and asks for one once', async () => {
    const lin = model();
    const guess = 'sandbox.people.create';
    expect((await lin.run(guess, 'live', person())).error.code).toBe('capability_not_fetched');
    const got = await lin.use('tools_get', { capability_id: guess });
    const again = await lin.use('tools_get', { capability_id: guess });
    expect([got.error.code, again.error.code, got.error.repair.control]).toEqual([
      'capability_not_found',
      'capability_not_found',
      'tools_search',
    ]);
    expect(lin.sent.map(({ path }) => path)).toEqual(['/v1/tools/get']);
    const found = await lin.use(got.error.repair.control, got.error.repair.arguments);
    expect(found.data.candidates.length).toBeGreaterThan(0);
    expect([...lin.runs('live'), ...lin.runs('dry_run')]).toEqual([]);
  });
});
