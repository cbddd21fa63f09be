import { randomUUID } from 'node:crypto';
import { REFUSALS, type Refusal, type RefusalCode } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { callerAt, openDoor, SANDBOX_TOKEN, type Caller, type OpenDoor } from './open-door.js';

// Real: the REST door over a socket, all services, PostgreSQL, a provider over HTTP.

const CREATE = 'sandbox.contacts.create';
const LIST = 'sandbox.contacts.list';
const ENROLL = 'sandbox.sequences.enroll';

/** Only a person, or the caller's author, can repair these; why. */
const FOR_PEOPLE: Partial<Record<RefusalCode, string>> = {
  unauthenticated: 'a credential must be obtained',
  permission_denied: 'an owner must give a role',
  scope_missing: 'an owner must make a key with that scope',
  owner_session_required: 'a person must sign in',
  idempotency_key_required: 'the key is the caller’s own to make',
  idempotency_conflict: 'only the caller knows whether it is the same call',
  conflict: 'two intentions of people collide',
  not_found: 'no path or subject of that name exists',
  quote_required: 'paying is not offered by this build',
  rate_limited: 'only time repairs it',
};

/** Refusals that this build cannot be brought to at the door, each with where it is tested instead. */
const NOT_AT_THE_DOOR: Partial<Record<RefusalCode, string>> = {
  unavailable: 'reached below by a capability without a price; a service that is down is tried in the start specs',
  internal: 'a defect: there is no way to order one',
};

describe('R11: every refusal is reached at the door, and its repair repairs', () => {
  let door: OpenDoor;
  let agent: Caller;
  let owner: Caller;
  const reached = new Map<RefusalCode, number>();
  let carriedOut = 0;

  /** The refusal that a call must end with. */
  async function refused(code: RefusalCode, by: Caller, name: string, args: Record<string, unknown> = {}, key?: string): Promise<Refusal> {
    const refusal = await by.refusal(name, args, key === undefined ? {} : { idempotencyKey: key });
    expect(refusal.code).toBe(code);
    expect(refusal.retryable).toBe(REFUSALS[code].retryable);
    expect(refusal.message.length).toBeGreaterThan(5);
    expect(refusal.repair?.instruction.length).toBeGreaterThan(5);
    if (code in FOR_PEOPLE) expect(refusal.repair?.control).toBeNull();
    reached.set(code, (reached.get(code) ?? 0) + 1);
    return refusal;
  }

  /** Carries a repair out as data: the control it names, with the arguments it gives. */
  async function repair(by: Caller, { repair: next }: Refusal): Promise<Record<string, any>> {
    if (!next?.control) throw new Error('this refusal has no control to carry out');
    carriedOut += 1;
    return by.data(next.control, next.arguments);
  }

  const tokenOf = async (by: Caller, id: string): Promise<string> =>
    (await by.data('tools_get', { capability_id: id }))['tool_turn_token'] as string;
  const ready = (by: Caller, id: string): Promise<string> =>
    eventually(async () => {
      const got = await by.data('tools_get', { capability_id: id });
      expect(got['contract'].readiness.ready).toBe(true);
      return got['tool_turn_token'] as string;
    });
  const connect = (): Promise<unknown> =>
    owner.own('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token: SANDBOX_TOKEN } });
  const contact = () => ({ name: 'R', email: `${randomUUID()}@r11.example` });

  beforeAll(async () => {
    door = await openDoor();
    ({ agent, owner } = door);
    await agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
  }, 60_000);
  afterAll(() => door.close());

  it('provider_missing, provider_not_connected: integrations_list, connect, search again', async () => {
    const token = await tokenOf(agent, CREATE);
    const missing = await refused('provider_missing', agent, 'tools_run', {
      capability_id: CREATE,
      params: contact(),
      mode: 'dry_run',
      tool_turn_token: token,
    });
    expect((await repair(agent, missing))['integrations'][0]).toMatchObject({ provider_id: 'sandbox', state: 'not_connected' });
    await connect();
    await ready(agent, CREATE);
    await owner.own('connections_disconnect', { provider_id: 'sandbox', confirm: true });
    const gone = await eventually(async () => {
      const again = await tokenOf(agent, CREATE);
      return refused('provider_not_connected', agent, 'tools_run', {
        capability_id: CREATE,
        params: contact(),
        mode: 'dry_run',
        tool_turn_token: again,
      });
    });
    await repair(agent, gone);
    await connect();
    const repaired = await ready(agent, CREATE);
    expect(
      (await agent.data('tools_run', { capability_id: CREATE, params: contact(), mode: 'live', tool_turn_token: repaired }))['state'],
    ).toBe('succeeded');
  });

  it('capability_not_fetched, mode_required, mode_not_supported, invalid_request: as their repairs say', async () => {
    const params = contact();
    const bare = await refused('capability_not_fetched', agent, 'tools_run', { capability_id: CREATE, params, mode: 'dry_run' });
    const { tool_turn_token: token } = await repair(agent, bare);
    const foreign = await tokenOf(owner, CREATE);
    await refused('capability_not_fetched', agent, 'tools_run', {
      capability_id: CREATE,
      params,
      mode: 'dry_run',
      tool_turn_token: foreign,
    });
    const modeless = await refused('mode_required', agent, 'tools_run', { capability_id: CREATE, params, tool_turn_token: token });
    expect((await repair(agent, modeless))['kind']).toBe('preview');
    const wrong = await refused('invalid_request', agent, 'tools_run', {
      capability_id: CREATE,
      params: { ...params, emial: 1 },
      mode: 'dry_run',
      tool_turn_token: token,
    });
    expect(wrong.details['issues']).toEqual([expect.objectContaining({ pointer: '/emial', nearest: 'email' })]);
    expect((await repair(agent, wrong))['contract'].input_schema.properties).toHaveProperty('email');
    const unknown = await refused('invalid_request', agent, 'tools_search', { goal: 'contacts', limti: 3 });
    expect((await repair(agent, unknown))['candidates'].length).toBeGreaterThan(0);
    await agent.data('packs_publish', { pack: { pack_id: 'looks', title: 'Looks', description: '' }, contracts: [lookOnly()] });
    const looked = await tokenOf(agent, 'looks.things.get');
    const unsupported = await refused('mode_not_supported', agent, 'tools_run', {
      capability_id: 'looks.things.get',
      params: {},
      mode: 'live',
      tool_turn_token: looked,
    });
    expect((await repair(agent, unsupported))['kind']).toBe('preview');
  });

  it('catalog_changed for contract, pack, install, connection and price; tool_turn_expired: start afresh, then run', async () => {
    const changes: [string, () => Promise<unknown>][] = [
      ['contract', () => reimport(`Add a contact, ${randomUUID()}.`)],
      ['pack', () => agent.data('packs_share', { pack_id: 'sandbox', with: [`ws_${randomUUID()}`] })],
      ['install', () => agent.data('installs_enable', { pack_id: 'sandbox', settings: { at: randomUUID() } })],
      ['connection', connect],
    ];
    for (const [part, change] of changes) {
      const searched = await eventually(async () => {
        const found = await agent.data('tools_search', { goal: 'add a person to the address book', pack_id: 'sandbox' });
        expect(found['runnable_contracts'].map(({ capability_id: id }: { capability_id: string }) => id)).toContain(CREATE);
        return found;
      });
      await change();
      const changed = await refused('catalog_changed', agent, 'tools_run', {
        capability_id: CREATE,
        params: contact(),
        mode: 'live',
        tool_turn_token: searched['tool_turn_token'],
      });
      expect(changed.details['changes']).toEqual(expect.arrayContaining([expect.objectContaining({ part })]));
      expect(changed.repair).toMatchObject({
        control: 'tools_search',
        arguments: { goal: 'add a person to the address book', pack_id: 'sandbox' },
      });
      const fresh = await eventually(async () => {
        const found = await repair(agent, changed);
        expect(found['runnable_contracts'].map(({ capability_id: id }: { capability_id: string }) => id)).toContain(CREATE);
        return found;
      });
      expect(
        (
          await agent.data('tools_run', {
            capability_id: CREATE,
            params: contact(),
            mode: 'live',
            tool_turn_token: fresh['tool_turn_token'],
          })
        )['state'],
      ).toBe('succeeded');
    }
    const { tool_turn_token: ended } = await agent.data('tools_get', { capability_id: LIST });
    const { items } = await agent.data('turns_list', { limit: 1 });
    await agent.data('turns_retire', { turn_id: items[0].turn_id });
    const expired = await refused('tool_turn_expired', agent, 'tools_run', {
      capability_id: LIST,
      params: {},
      mode: 'live',
      tool_turn_token: ended,
    });
    const { tool_turn_token: fresh } = await repair(agent, expired);
    expect((await agent.data('tools_run', { capability_id: LIST, params: {}, mode: 'live', tool_turn_token: fresh }))['state']).toBe(
      'succeeded',
    );
  }, 60_000);

  it('unavailable without a price, quote_required with one, catalog_changed when it moves', async () => {
    const params = { sequence_id: 'seq_1005', contact_id: 'con_1001' };
    const token = await tokenOf(agent, ENROLL);
    await refused('unavailable', agent, 'tools_run', { capability_id: ENROLL, params, mode: 'live', tool_turn_token: token });
    await owner.own('prices_set', { capability_id: ENROLL, per_call: '2.5' });
    const priced = await ready(agent, ENROLL);
    const quote = await refused('quote_required', agent, 'tools_run', {
      capability_id: ENROLL,
      params,
      mode: 'live',
      tool_turn_token: priced,
    });
    expect(quote.details['estimate']).toMatchObject({ credits: '2.5' });
    await refused('quote_required', agent, 'tools_run', {
      capability_id: ENROLL,
      params,
      mode: 'live',
      tool_turn_token: priced,
      max_credits: '5',
    });
    await owner.own('prices_set', { capability_id: ENROLL, per_call: '3' });
    const moved = await refused('catalog_changed', agent, 'tools_run', {
      capability_id: ENROLL,
      params,
      mode: 'live',
      tool_turn_token: priced,
    });
    expect(moved.details['changes']).toEqual([expect.objectContaining({ part: 'price' })]);
    expect((await repair(agent, moved))['contract'].price.per_call).toBe('3');
  });

  it('idempotency_conflict, upstream_failed, upstream_timeout, run_not_found, run_not_cancellable', async () => {
    const token = await ready(agent, CREATE);
    const key = randomUUID();
    const params = contact();
    const made = await agent.data('tools_run', {
      capability_id: CREATE,
      params,
      mode: 'live',
      tool_turn_token: token,
      idempotency_key: key,
    });
    await refused('idempotency_conflict', agent, 'tools_run', {
      capability_id: CREATE,
      params: contact(),
      mode: 'live',
      tool_turn_token: token,
      idempotency_key: key,
    });
    const failed = await refused('upstream_failed', agent, 'tools_run', {
      capability_id: CREATE,
      params,
      mode: 'live',
      tool_turn_token: token,
    });
    expect((await repair(agent, failed))['state']).toBe('failed');
    const over = await refused('run_not_cancellable', agent, 'runs_cancel', { run_id: made['run_id'] });
    expect((await repair(agent, over))['state']).toBe('succeeded');
    const unknown = await refused('run_not_found', agent, 'runs_get', { run_id: 'run_nothing' });
    expect((await repair(agent, unknown))['items'].length).toBeGreaterThan(0);
    await agent.data('packs_import', {
      pack_id: 'slow',
      document: JSON.stringify(quickToGiveUp(door.document)),
      server_url: door.sandbox.url,
      overlay: { operations: { 'GET /v1/contacts': { id: 'slow.contacts.list', async: { longest_ms: 300 } } } },
    });
    await owner.own('connections_create', { provider_id: 'slow', credential: { type: 'bearer', token: SANDBOX_TOKEN } });
    const slow = await ready(agent, 'slow.contacts.list');
    await fetch(`${door.sandbox.url}/sandbox/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${SANDBOX_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({ route: 'GET /v1/contacts', fault: 'hang', times: 1 }),
    });
    const late = await refused('upstream_timeout', agent, 'tools_run', {
      capability_id: 'slow.contacts.list',
      params: {},
      mode: 'live',
      tool_turn_token: slow,
    });
    expect((await repair(agent, late))['error'].code).toBe('upstream_timeout');
  }, 30_000);

  it('capability_not_found names the nearest; not_found, conflict, confirmation_required', async () => {
    const nothing = await refused('capability_not_found', agent, 'tools_get', { capability_id: 'sandbox.contacts.creat' });
    expect(nothing.details['nearest']).toContain(CREATE);
    expect((await repair(agent, nothing))['candidates'].length).toBeGreaterThan(0);
    await refused('not_found', agent, 'installs_enable', { pack_id: 'nothing_here' });
    await agent.data('packs_publish', { pack: { pack_id: 'gone', title: 'Gone', description: '' }, contracts: [] });
    await agent.data('packs_set_state', { pack_id: 'gone', state: 'withdrawn' });
    await refused('conflict', agent, 'packs_set_state', { pack_id: 'gone', state: 'live' });
    const history = await agent.data('contracts_history', { capability_id: 'looks.things.get' });
    const unconfirmed = await refused('confirmation_required', agent, 'contracts_withdraw', {
      capability_id: 'looks.things.get',
      version: history['versions'][0].version,
    });
    expect((await repair(agent, unconfirmed))['withdrawn_at']).toBeTruthy();
  });

  it('unauthenticated, permission_denied, scope_missing, owner_session_required, idempotency_key_required', async () => {
    await refused('unauthenticated', callerAt(door.url, null), 'whoami');
    await refused('unauthenticated', callerAt(door.url, 'tpk_nobody'), 'whoami');
    await refused('owner_session_required', agent, 'egress_set', { allow: [] }, randomUUID());
    await refused('idempotency_key_required', owner, 'egress_set', { allow: [] });
    const viewer = await owner.own('api_keys_create', { name: 'viewer', role: 'viewer', scopes: ['*'] });
    const narrow = await owner.own('api_keys_create', { name: 'narrow', role: 'agent', scopes: ['credits:*'] });
    const byViewer = callerAt(door.url, viewer['secret'] as string);
    const byNarrow = callerAt(door.url, narrow['secret'] as string);
    const denied = await refused('permission_denied', byViewer, 'packs_set_state', { pack_id: 'sandbox', state: 'live' });
    expect(denied.details).toMatchObject({ permission: 'packs.write', roles: expect.arrayContaining(['owner', 'admin']) });
    const token = await tokenOf(byViewer, CREATE);
    await refused('permission_denied', byViewer, 'tools_run', {
      capability_id: CREATE,
      params: contact(),
      mode: 'live',
      tool_turn_token: token,
    });
    const scoped = await tokenOf(byNarrow, CREATE);
    const missing = await refused('scope_missing', byNarrow, 'tools_run', {
      capability_id: CREATE,
      params: contact(),
      mode: 'live',
      tool_turn_token: scoped,
    });
    expect(missing.details['missing']).toEqual(['sandbox:write']);
  });

  it('rate_limited: too many tries to sign in', async () => {
    const nobody = callerAt(door.url, null);
    const email = `${randomUUID()}@r11.example`;
    const last = await eventually(async () => refused('rate_limited', nobody, 'sessions_create', { email, password: 'not the password' }), {
      within_ms: 20_000,
      every_ms: 1,
    });
    expect(last.details['retry_after_s']).toBeGreaterThan(0);
  }, 30_000);

  it('leaves no refusal out', () => {
    const total = [...reached.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `R11: ${reached.size} of ${Object.keys(REFUSALS).length} refusals reached, ${total} times; ${carriedOut} repairs carried out as data; ${Object.keys(FOR_PEOPLE).length} are for people`,
    );
    const missing = Object.keys(REFUSALS).filter((code) => !reached.has(code as RefusalCode) && !(code in NOT_AT_THE_DOOR));
    expect(missing).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(34);
    expect(carriedOut).toBeGreaterThanOrEqual(18);
  });

  async function reimport(summary: string): Promise<void> {
    const changed = structuredClone(door.document);
    changed['paths']['/v1/contacts'].post.summary = summary;
    await agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(changed), overlay: door.overlay });
  }

  const quickToGiveUp = (document: Record<string, any>) => ({
    ...document,
    paths: { '/v1/contacts': { get: document['paths']['/v1/contacts'].get } },
  });

  const lookOnly = () => ({
    capability_id: 'looks.things.get',
    pack_id: 'looks',
    title: 'Look at a thing',
    summary: 'Looks.',
    description: '',
    input_schema: { type: 'object', properties: {}, additionalProperties: false },
    output_schema: null,
    scopes: [],
    permission: 'capabilities.run.read_only',
    action_policy: 'read_only',
    policy_assumed: false,
    cost: { class: 'free', charge_on: 'success' },
    async: { kind: 'sync', start_within_ms: 1000, longest_ms: 1000, repeatable: true },
    modes: ['smoke_test', 'dry_run'],
    executor: { kind: 'builtin', read: 'credit_balance' },
    provider: null,
    composite: null,
    web_url: null,
    goals: [],
    deprecated: false,
  });
});
