import { randomUUID } from 'node:crypto';
import { REFUSALS, type RefusalCode } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { callerAt, openDoor, type Caller, type OpenDoor } from './open-door.js';
import { contact, CREATE, ENROLL, FOR_PEOPLE, LIST, lookOnly, NOT_AT_THE_DOOR, RefusalDesk } from './refusal-desk.js';

// Real: the REST door over a socket, all services, PostgreSQL, a provider over HTTP.

describe('R11: every refusal is reached at the door, and its repair repairs', () => {
  let door: OpenDoor;
  let agent: Caller;
  let owner: Caller;
  let desk: RefusalDesk;

  beforeAll(async () => {
    door = await openDoor();
    ({ agent, owner } = door);
    desk = new RefusalDesk(door);
    await agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
  }, 60_000);
  afterAll(() => door.close());

  it('provider_missing, provider_not_connected: integrations_list, connect, search again', async () => {
    const token = await desk.tokenOf(agent, CREATE);
    const missing = await desk.refusedRun('provider_missing', agent, [CREATE, contact(), 'dry_run', token]);
    expect((await desk.repair(agent, missing))['integrations'][0]).toMatchObject({ provider_id: 'sandbox', state: 'not_connected' });
    await desk.connect();
    await desk.ready(agent, CREATE);
    await owner.own('connections_disconnect', { provider_id: 'sandbox', confirm: true });
    const gone = await eventually(async () => {
      const again = await desk.tokenOf(agent, CREATE);
      return desk.refusedRun('provider_not_connected', agent, [CREATE, contact(), 'dry_run', again]);
    });
    await desk.repair(agent, gone);
    await desk.connect();
    const repaired = await desk.ready(agent, CREATE);
    expect(
      (await agent.data('tools_run', { capability_id: CREATE, params: contact(), mode: 'live', tool_turn_token: repaired }))['state'],
    ).toBe('succeeded');
  });

  it('capability_not_fetched, mode_required, mode_not_supported, invalid_request: as their repairs say', async () => {
    const params = contact();
    const bare = await desk.refused('capability_not_fetched', agent, 'tools_run', { capability_id: CREATE, params, mode: 'dry_run' });
    const { tool_turn_token: token } = await desk.repair(agent, bare);
    const foreign = await desk.tokenOf(owner, CREATE);
    await desk.refusedRun('capability_not_fetched', agent, [CREATE, params, 'dry_run', foreign]);
    const modeless = await desk.refused('mode_required', agent, 'tools_run', { capability_id: CREATE, params, tool_turn_token: token });
    expect((await desk.repair(agent, modeless))['kind']).toBe('preview');
    const wrong = await desk.refusedRun('invalid_request', agent, [CREATE, { ...params, emial: 1 }, 'dry_run', token]);
    expect(wrong.details['issues']).toEqual([expect.objectContaining({ pointer: '/emial', nearest: 'email' })]);
    expect((await desk.repair(agent, wrong))['contract'].input_schema.properties).toHaveProperty('email');
    const unknown = await desk.refused('invalid_request', agent, 'tools_search', { goal: 'contacts', limti: 3 });
    expect((await desk.repair(agent, unknown))['candidates'].length).toBeGreaterThan(0);
    await agent.data('packs_publish', { pack: { pack_id: 'looks', title: 'Looks', description: '' }, contracts: [lookOnly()] });
    const looked = await desk.tokenOf(agent, 'looks.things.get');
    const unsupported = await desk.refusedRun('mode_not_supported', agent, ['looks.things.get', {}, 'live', looked]);
    expect((await desk.repair(agent, unsupported))['kind']).toBe('preview');
  });

  it('catalog_changed for contract, pack, install, connection and price; tool_turn_expired: start afresh, then run', async () => {
    const changes: [string, () => Promise<unknown>][] = [
      ['contract', () => desk.reimport(`Add a contact, ${randomUUID()}.`)],
      ['pack', () => agent.data('packs_share', { pack_id: 'sandbox', with: [`ws_${randomUUID()}`] })],
      ['install', () => agent.data('installs_enable', { pack_id: 'sandbox', settings: { at: randomUUID() } })],
      ['connection', () => desk.connect()],
    ];
    for (const [part, change] of changes) {
      const searched = await eventually(async () => {
        const found = await agent.data('tools_search', { goal: 'add a person to the address book', pack_id: 'sandbox' });
        expect(found['runnable_contracts'].map(({ capability_id: id }: { capability_id: string }) => id)).toContain(CREATE);
        return found;
      });
      await change();
      const changed = await desk.refusedRun('catalog_changed', agent, [CREATE, contact(), 'live', searched['tool_turn_token']]);
      expect(changed.details['changes']).toEqual(expect.arrayContaining([expect.objectContaining({ part })]));
      expect(changed.repair).toMatchObject({
        control: 'tools_search',
        arguments: { goal: 'add a person to the address book', pack_id: 'sandbox' },
      });
      const fresh = await eventually(async () => {
        const found = await desk.repair(agent, changed);
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
    const expired = await desk.refusedRun('tool_turn_expired', agent, [LIST, {}, 'live', ended]);
    const { tool_turn_token: fresh } = await desk.repair(agent, expired);
    expect((await agent.data('tools_run', { capability_id: LIST, params: {}, mode: 'live', tool_turn_token: fresh }))['state']).toBe(
      'succeeded',
    );
  }, 60_000);

  it('price_missing without a price, quote_required with one, catalog_changed when it moves', async () => {
    const params = { sequence_id: 'seq_1005', contact_id: 'con_1001' };
    const token = await desk.tokenOf(agent, ENROLL);
    await desk.refusedRun('price_missing', agent, [ENROLL, params, 'live', token]);
    await owner.own('prices_set', { capability_id: ENROLL, per_call: '2.5' });
    const priced = await desk.ready(agent, ENROLL);
    const quote = await desk.refusedRun('quote_required', agent, [ENROLL, params, 'live', priced]);
    expect(quote.details['estimate']).toMatchObject({ credits: '2.5' });
    await desk.refused('quote_required', agent, 'tools_run', {
      capability_id: ENROLL,
      params,
      mode: 'live',
      tool_turn_token: priced,
      max_credits: '5',
    });
    await owner.own('prices_set', { capability_id: ENROLL, per_call: '3' });
    const moved = await desk.refusedRun('catalog_changed', agent, [ENROLL, params, 'live', priced]);
    expect(moved.details['changes']).toEqual([expect.objectContaining({ part: 'price' })]);
    expect((await desk.repair(agent, moved))['contract'].price.per_call).toBe('3');
  });

  it('idempotency_conflict, upstream_failed, upstream_timeout, run_not_found, run_not_cancellable', async () => {
    const token = await desk.ready(agent, CREATE);
    const key = randomUUID();
    const params = contact();
    const made = await agent.data('tools_run', {
      capability_id: CREATE,
      params,
      mode: 'live',
      tool_turn_token: token,
      idempotency_key: key,
    });
    await desk.refused('idempotency_conflict', agent, 'tools_run', {
      capability_id: CREATE,
      params: contact(),
      mode: 'live',
      tool_turn_token: token,
      idempotency_key: key,
    });
    const failed = await desk.refusedRun('upstream_failed', agent, [CREATE, params, 'live', token]);
    expect((await desk.repair(agent, failed))['state']).toBe('failed');
    const over = await desk.refused('run_not_cancellable', agent, 'runs_cancel', { run_id: made['run_id'] });
    expect((await desk.repair(agent, over))['state']).toBe('succeeded');
    const unknown = await desk.refused('run_not_found', agent, 'runs_get', { run_id: 'run_nothing' });
    expect((await desk.repair(agent, unknown))['items'].length).toBeGreaterThan(0);
    const slow = await desk.slowRead('slow', 300);
    await desk.fault('GET /v1/contacts', 'hang');
    const late = await desk.refusedRun('upstream_timeout', agent, ['slow.contacts.list', {}, 'live', slow]);
    expect((await desk.repair(agent, late))['error'].code).toBe('upstream_timeout');
  }, 30_000);

  it('run_cancelled: the caller that waits for a run is told when somebody else stops it', async () => {
    const token = await desk.slowRead('long', 30_000);
    await desk.fault('GET /v1/contacts', 'hang');
    const waiting = desk.refusedRun('run_cancelled', agent, ['long.contacts.list', {}, 'live', token]);
    const running = await eventually(async () => {
      const { items } = await agent.data('runs_list', { capability_id: 'long.contacts.list', state: 'running' });
      expect(items).toHaveLength(1);
      return items[0].run_id as string;
    });
    await owner.data('runs_cancel', { run_id: running });
    const cancelled = await waiting;
    expect(cancelled.details).toEqual({ state: 'cancelled', run_id: running });
    expect(await desk.repair(agent, cancelled)).toMatchObject({ run_id: running, state: 'cancelled' });
  }, 30_000);

  it('unavailable while a database is shut; the same call is answered once it is open', async () => {
    const open = await desk.closeDatabase('orchestrator');
    const shut = await desk.refused('unavailable', agent, 'runs_list', { limit: 2 });
    expect(shut.repair).toMatchObject({ control: 'runs_list', arguments: { limit: 2 } });
    await open();
    await eventually(async () => expect((await agent.data('runs_list', { limit: 2 }))['items']).toHaveLength(2));
    expect((await desk.repair(agent, shut))['items']).toHaveLength(2);
  }, 30_000);

  it('capability_not_found names the nearest; not_found, conflict, confirmation_required', async () => {
    const nothing = await desk.refused('capability_not_found', agent, 'tools_get', { capability_id: 'sandbox.contacts.creat' });
    expect(nothing.details['nearest']).toContain(CREATE);
    expect((await desk.repair(agent, nothing))['candidates'].length).toBeGreaterThan(0);
    await desk.refused('not_found', agent, 'installs_enable', { pack_id: 'nothing_here' });
    await agent.data('packs_publish', { pack: { pack_id: 'gone', title: 'Gone', description: '' }, contracts: [] });
    await agent.data('packs_set_state', { pack_id: 'gone', state: 'withdrawn' });
    await desk.refused('conflict', agent, 'packs_set_state', { pack_id: 'gone', state: 'live' });
    const history = await agent.data('contracts_history', { capability_id: 'looks.things.get' });
    const unconfirmed = await desk.refused('confirmation_required', agent, 'contracts_withdraw', {
      capability_id: 'looks.things.get',
      version: history['versions'][0].version,
    });
    expect((await desk.repair(agent, unconfirmed))['withdrawn_at']).toBeTruthy();
  });

  it('unauthenticated, permission_denied, scope_missing, owner_session_required, idempotency_key_required', async () => {
    await desk.refused('unauthenticated', callerAt(door.url, null), 'whoami');
    await desk.refused('unauthenticated', callerAt(door.url, 'tpk_nobody'), 'whoami');
    await desk.refused('owner_session_required', agent, 'egress_set', { allow: [] }, randomUUID());
    await desk.refused('idempotency_key_required', owner, 'egress_set', { allow: [] });
    const viewer = await owner.own('api_keys_create', { name: 'viewer', role: 'viewer', scopes: ['*'] });
    const narrow = await owner.own('api_keys_create', { name: 'narrow', role: 'agent', scopes: ['credits:*'] });
    const byViewer = callerAt(door.url, viewer['secret'] as string);
    const byNarrow = callerAt(door.url, narrow['secret'] as string);
    const denied = await desk.refused('permission_denied', byViewer, 'packs_set_state', { pack_id: 'sandbox', state: 'live' });
    expect(denied.details).toMatchObject({ permission: 'packs.write', roles: expect.arrayContaining(['owner', 'admin']) });
    const token = await desk.tokenOf(byViewer, CREATE);
    await desk.refusedRun('permission_denied', byViewer, [CREATE, contact(), 'live', token]);
    const scoped = await desk.tokenOf(byNarrow, CREATE);
    const missing = await desk.refusedRun('scope_missing', byNarrow, [CREATE, contact(), 'live', scoped]);
    expect(missing.details['missing']).toEqual(['sandbox:write']);
  });

  it('rate_limited: too many tries to sign in', async () => {
    const nobody = callerAt(door.url, null);
    const email = `${randomUUID()}@r11.example`;
    const last = await eventually(
      async () => desk.refused('rate_limited', nobody, 'sessions_create', { email, password: 'not the password' }),
      {
        within_ms: 20_000,
        every_ms: 1,
      },
    );
    expect(last.details['retry_after_s']).toBeGreaterThan(0);
  }, 30_000);

  it('leaves no refusal out', () => {
    const total = [...desk.reached.values()].reduce((sum, count) => sum + count, 0);
    console.log(
      `R11: ${desk.reached.size} of ${Object.keys(REFUSALS).length} refusals reached, ${total} times; ${desk.carriedOut} repairs carried out as data; ${Object.keys(FOR_PEOPLE).length} are for people`,
    );
    const missing = Object.keys(REFUSALS).filter((code) => !desk.reached.has(code as RefusalCode) && !(code in NOT_AT_THE_DOOR));
    expect(missing).toEqual([]);
    expect(total).toBeGreaterThanOrEqual(36);
    expect(desk.carriedOut).toBeGreaterThanOrEqual(20);
  });
});
