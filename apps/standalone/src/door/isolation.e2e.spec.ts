import { randomUUID } from 'node:crypto';
import { CONTROLS, OPERATIONS, type Envelope } from '@turnpike/contracts';
import { GRANTS, ROLE_NAMES } from '@turnpike/domain-access';
import { callerAt, openDoor, SANDBOX_TOKEN, type Caller, type OpenDoor, namesInPath } from './open-door.js';

// Real: the REST door, all services, two workspaces with an owner each and keys of every role.
describe('R8: a principal of one workspace can tell nothing of another', () => {
  let door: OpenDoor;
  let insiderAgent: Caller;
  let outsiders: Record<string, Caller>;
  /** Texts that only workspace A has. */
  const secrets: string[] = [];
  const ids: Record<string, string> = {};
  let cases = 0;
  let refusals = 0;

  beforeAll(async () => {
    door = await openDoor();
    insiderAgent = door.agent;
    const marked = structuredClone(door.document);
    marked['info'].title = `Secret Crm ${randomUUID()}`;
    await insiderAgent.data('packs_import', {
      pack_id: 'sandbox',
      document: JSON.stringify(marked),
      overlay: { operations: door.overlay['operations'] },
    });
    await door.owner.own('connections_create', {
      provider_id: 'sandbox',
      credential: { type: 'bearer', token: SANDBOX_TOKEN },
      account: 'secret-account-of-a',
    });
    const { tool_turn_token: token } = await insiderAgent.data('tools_get', { capability_id: 'credits.balance.read' });
    const run = await insiderAgent.data('tools_run', {
      capability_id: 'credits.balance.read',
      params: {},
      mode: 'live',
      tool_turn_token: token,
    });
    const key = await door.owner.own('api_keys_create', { name: 'secret key name', role: 'agent', scopes: ['*'] });
    const { items: turns } = await insiderAgent.data('turns_list', { limit: 1 });
    Object.assign(ids, {
      run: run['run_id'],
      key: key['api_key_id'],
      turn: turns[0].turn_id,
      token,
      pack: 'sandbox',
      capability: 'sandbox.contacts.create',
      provider: 'sandbox',
    });
    const member = await door.owner.own('members_add', { email: 'b-owner@isolation.example', name: 'B owner', role: 'viewer' });
    secrets.push(
      marked['info'].title as string,
      'secret-account-of-a',
      'secret key name',
      run['run_id'] as string,
      key['api_key_id'] as string,
      turns[0].turn_id as string,
      'sandbox.contacts',
    );
    // The owner of B signs in once, makes a workspace of their own, and is removed from A.
    const signed = await callerAt(door.url, null).data('sessions_create', {
      code: member['sign_in_code'],
      new_password: 'a password of some length',
    });
    const b = await callerAt(door.url, signed['session_token'] as string).own('workspaces_create', { name: 'Workspace B' });
    await door.owner.own('members_remove', { principal_id: member['principal_id'], confirm: true });
    const bOwner = callerAt(door.url, signed['session_token'] as string, b['workspace_id'] as string);
    outsiders = { owner: bOwner };
    for (const role of ROLE_NAMES.filter((name) => name !== 'owner')) {
      const made = await bOwner.own('api_keys_create', { name: `b ${role}`, role, scopes: ['*'] });
      outsiders[role] = callerAt(door.url, made['secret'] as string);
    }
  }, 90_000);
  afterAll(() => door.close());

  const leaks = (envelope: Envelope, sent: unknown): string[] => {
    const said = JSON.stringify(envelope);
    const own = JSON.stringify(sent);
    return secrets.filter((secret) => said.includes(secret) && !own.includes(secret));
  };

  /** The same words, whatever id was named, and nothing that tells the two calls apart. */
  const shape = (envelope: Envelope, id: string): string => {
    const { meta: _meta, ...rest } = envelope;
    return JSON.stringify(rest)
      .replaceAll(id, '<id>')
      .replace(/"nearest":\[[^\]]*\]/, '"nearest":[]')
      .replace(/sandbox contacts create|nowhere contacts create/g, '<goal>');
  };

  it('sees nothing of A in hits, counts, nearest ids or lists, as any role of B', async () => {
    const reads: [string, Record<string, unknown>][] = [
      ['packs_list', {}],
      ['packs_route', { goal: 'add a person to the address book' }],
      ['tools_search', { goal: 'add a contact to the address book' }],
      ['tools_search', { query_terms: ['sandbox.contacts.create'] }],
      ['tools_search', { goal: 'contacts', pack_id: 'sandbox' }],
      ['tools_get', { capability_id: 'sandbox.contacts.creat' }],
      ['runs_list', {}],
      ['integrations_list', {}],
      ['connections_list', {}],
      ['egress_list', {}],
      ['members_list', {}],
      ['api_keys_list', {}],
      ['audit_list', {}],
      ['packs_owned', {}],
      ['installs_list', {}],
      ['turns_list', {}],
      ['prices_list', {}],
      ['workspaces_list', {}],
      ['whoami', {}],
      ['roles_list', {}],
    ];
    for (const [role, caller] of Object.entries(outsiders)) {
      for (const [name, args] of reads) {
        const envelope = await caller.call(name, args);
        cases += 1;
        if (!envelope.ok) refusals += 1;
        expect([role, name, leaks(envelope, args)]).toEqual([role, name, []]);
        if (envelope.ok && name === 'tools_search') expect((envelope.data as { total: number }).total).toBeLessThanOrEqual(1);
      }
    }
  }, 60_000);

  it('cannot tell what A has from what nobody has', async () => {
    const probes: [string, (id: string) => Record<string, unknown>, string, string][] = [
      ['runs_get', (id) => ({ run_id: id }), ids['run'] ?? '', 'run_0000000000000000000000000000000f'],
      ['runs_events', (id) => ({ run_id: id }), ids['run'] ?? '', 'run_0000000000000000000000000000000f'],
      ['runs_cancel', (id) => ({ run_id: id }), ids['run'] ?? '', 'run_0000000000000000000000000000000f'],
      ['turns_retire', (id) => ({ turn_id: id }), ids['turn'] ?? '', 'turn_0000000000000000000000000000000f'],
      ['api_keys_revoke', (id) => ({ api_key_id: id, confirm: true }), ids['key'] ?? '', 'ak_0000000000000000000000000000000f'],
      ['members_remove', (id) => ({ principal_id: id, confirm: true }), ids['key'] ?? '', 'ak_0000000000000000000000000000000f'],
      ['connections_disconnect', (id) => ({ provider_id: id, confirm: true }), 'sandbox', 'nowhere'],
      ['connections_test', (id) => ({ provider_id: id }), 'sandbox', 'nowhere'],
      ['installs_enable', (id) => ({ pack_id: id, owner_workspace_id: door.workspaceId }), 'sandbox', 'nowhere'],
      ['installs_disable', (id) => ({ pack_id: id }), 'sandbox', 'nowhere'],
      ['packs_set_state', (id) => ({ pack_id: id, state: 'withdrawn', confirm: true }), 'sandbox', 'nowhere'],
      ['packs_share', (id) => ({ pack_id: id, with: 'all' }), 'sandbox', 'nowhere'],
      ['contracts_history', (id) => ({ capability_id: id }), 'sandbox.contacts.create', 'nowhere.contacts.create'],
      ['contracts_diff', (id) => ({ capability_id: id, from: 1 }), 'sandbox.contacts.create', 'nowhere.contacts.create'],
      [
        'contracts_withdraw',
        (id) => ({ capability_id: id, version: 1, confirm: true }),
        'sandbox.contacts.create',
        'nowhere.contacts.create',
      ],
      ['tools_get', (id) => ({ capability_id: id }), 'sandbox.contacts.create', 'nowhere.contacts.create'],
      [
        'tools_run',
        (id) => ({ capability_id: 'credits.balance.read', params: {}, mode: 'live', tool_turn_token: id }),
        ids['token'] ?? '',
        `tt_${'x'.repeat(43)}`,
      ],
    ];
    for (const [role, caller] of Object.entries(outsiders)) {
      for (const [name, args, theirs, nobodys] of probes) {
        const key = () => ({ idempotencyKey: randomUUID() });
        const [foreign, none] = [await caller.call(name, args(theirs), key()), await caller.call(name, args(nobodys), key())];
        cases += 2;
        refusals += [foreign, none].filter(({ ok }) => !ok).length;
        expect([role, name, shape(foreign, theirs)]).toEqual([role, name, shape(none, nobodys)]);
        expect([role, name, leaks(foreign, args(theirs))]).toEqual([role, name, []]);
      }
    }
    expect((await insiderAgent.data('runs_get', { run_id: ids['run'] }))['state']).toBe('succeeded');
    expect((await insiderAgent.data('packs_list'))['packs'].map(({ pack_id: id }: { pack_id: string }) => id)).toContain('sandbox');
  }, 120_000);

  it('a permission lets exactly the roles through that rbac grants it to', async () => {
    for (const definition of [...CONTROLS, ...OPERATIONS]) {
      if (definition.permission === null) continue;
      for (const [role, caller] of Object.entries(outsiders)) {
        const envelope = await caller.call(definition.name, namesInPath(definition.rest.path), { idempotencyKey: randomUUID() });
        cases += 1;
        if (!envelope.ok) refusals += 1;
        const granted = GRANTS.holders(definition.permission).includes(role);
        const code = envelope.ok ? 'ok' : envelope.error.code;
        const byKey = role !== 'owner' && 'owner' in definition && definition.owner === true;
        expect([role, definition.name, code === 'permission_denied']).toEqual([role, definition.name, !granted && !byKey]);
        if (byKey) expect([role, definition.name, code]).toEqual([role, definition.name, 'owner_session_required']);
      }
    }
  }, 120_000);

  it('ran enough cases', () => {
    console.log(`R8: ${cases} cases, ${refusals} refused, 0 leaks, over ${Object.keys(outsiders).length} principals`);
    expect(cases).toBeGreaterThanOrEqual(350);
    expect(refusals).toBeGreaterThanOrEqual(150);
  });
});
