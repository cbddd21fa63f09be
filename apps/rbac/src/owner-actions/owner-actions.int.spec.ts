import { LIMITS, type Caller } from '@turnpike/contracts';
import {
  apiKey,
  callerOf,
  context,
  done,
  freshKey,
  member,
  owner,
  PASSWORD,
  refusal,
  startedRbac,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('owner actions', () => {
  let world: StartedRbac;
  let ann: Person & { apiKey: string };
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  /** Every owner action of rbac, as this caller with this key; what each acts on is there. */
  const everyAction = async (caller: Caller, idempotency_key: string | null) => {
    const { rbac } = world;
    const { id } = await apiKey(world, ann.caller, 'viewer');
    return {
      workspaces_create: () => rbac.createWorkspace(context, { caller, idempotency_key, input: { name: 'New' } }),
      members_add: () =>
        rbac.addMember(context, { caller, idempotency_key, input: { email: 'new@example.test', name: 'New', role: 'viewer' } }),
      members_set_role: () => rbac.setRole(context, { caller, idempotency_key, input: { principal_id: id, role: 'agent' } }),
      members_remove: () => rbac.removeMember(context, { caller, idempotency_key, input: { principal_id: id } }),
      api_keys_create: () => rbac.createApiKey(context, { caller, idempotency_key, input: { name: 'New', role: 'viewer', scopes: ['*'] } }),
      api_keys_revoke: () => rbac.revokeApiKey(context, { caller, idempotency_key, input: { api_key_id: id } }),
    };
  };

  const lastAudit = async (): Promise<{ action: string; outcome: string; principal_id: string }> => {
    const { items } = done(await world.rbac.listAudit(context, { caller: ann.caller, input: { limit: 1 } }));
    return items[0]!;
  };

  it('are all refused to an API key, whatever its role, and the refusal is audited', async () => {
    const { secret } = await apiKey(world, ann.caller, 'owner');
    const caller = await callerOf(world, secret);
    for (const [action, act] of Object.entries(await everyAction(caller, freshKey()))) {
      expect(refusal(await act()).code).toBe('owner_session_required');
      expect(await lastAudit()).toMatchObject({ action, outcome: 'refused:owner_session_required', principal_id: caller.principal_id });
    }
  });

  it('are refused to an API key that claims to be a person', async () => {
    const { secret } = await apiKey(world, ann.caller, 'owner');
    const caller = { ...(await callerOf(world, secret)), principal_kind: 'user' as const };
    for (const act of Object.values(await everyAction(caller, freshKey()))) expect(refusal(await act()).code).toBe('unauthenticated');
  });

  it('all want an idempotency key', async () => {
    for (const [action, act] of Object.entries(await everyAction(ann.caller, null))) {
      expect(refusal(await act()).code).toBe('idempotency_key_required');
      expect(await lastAudit()).toMatchObject({ action, outcome: 'refused:idempotency_key_required' });
    }
  });

  it('all want a session that signed in at most 10 minutes ago, whatever the caller says', async () => {
    const actions = await everyAction(ann.caller, freshKey());
    world.clock.advance(LIMITS.ownerSessionMs + 1);
    for (const act of Object.values(actions)) expect(refusal(await act()).code).toBe('owner_session_required');
    const session = done(await world.rbac.signIn(context, { input: { email: 'ann@example.test', password: PASSWORD } }));
    const again = await callerOf(world, session.session_token);
    done(await world.rbac.createWorkspace(context, { caller: again, idempotency_key: freshKey(), input: { name: 'New' } }));
  });

  it('read the permission from the database: what a caller claims to hold counts for nothing', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
    const claims = { ...bob.caller, permissions: ann.caller.permissions };
    const { workspaces_create: _anyone, ...actions } = await everyAction(claims, freshKey());
    for (const [action, act] of Object.entries(actions)) {
      const permission = action.startsWith('members_') ? 'members.write' : 'api_keys.write';
      expect(refusal(await act())).toMatchObject({ code: 'permission_denied', details: { permission, roles: ['owner', 'admin'] } });
    }
  });

  it('are refused once the member was removed or signed out', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'admin');
    const eve = await member(world, ann.caller, 'eve@example.test', 'admin');
    done(await world.rbac.signOut(context, { caller: bob.caller }));
    done(await world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: eve.userId } }));
    for (const caller of [bob.caller, eve.caller]) {
      for (const act of Object.values(await everyAction(caller, freshKey()))) expect(refusal(await act()).code).toBe('unauthenticated');
    }
  });

  it('are done once for one key: a repeat answers the same less its secret, other arguments are a conflict', async () => {
    const idempotency_key = freshKey();
    const input = { name: 'Build', role: 'agent', scopes: ['crm:*'] };
    const first = done(await world.rbac.createApiKey(context, { caller: ann.caller, idempotency_key, input }));
    const again = done(await world.rbac.createApiKey(context, { caller: ann.caller, idempotency_key, input }));
    expect(first.secret).toMatch(/^tpk_/);
    expect(again).toEqual({ ...first, secret: null });
    const other = await world.rbac.createApiKey(context, { caller: ann.caller, idempotency_key, input: { ...input, role: 'viewer' } });
    expect(refusal(other).code).toBe('idempotency_conflict');
    const otherAction = await world.rbac.createWorkspace(context, { caller: ann.caller, idempotency_key, input: { name: 'Build' } });
    expect(refusal(otherAction).code).toBe('idempotency_conflict');
  });

  it('are done once by any number of equal calls at once', async () => {
    const idempotency_key = freshKey();
    const input = { name: 'Build', role: 'agent', scopes: ['*'] };
    const calls = Array.from({ length: 32 }, () => world.rbac.createApiKey(context, { caller: ann.caller, idempotency_key, input }));
    const keys = (await Promise.all(calls)).map(done);
    expect(new Set(keys.map(({ api_key_id }) => api_key_id)).size).toBe(1);
    expect(keys.filter(({ secret }) => secret !== null)).toHaveLength(1);
  });

  it('do not keep a refusal: the same key works once what was wrong is mended', async () => {
    const idempotency_key = freshKey();
    const input = { principal_id: ann.userId, role: 'agent' };
    expect(refusal(await world.rbac.setRole(context, { caller: ann.caller, idempotency_key, input })).code).toBe('conflict');
    await member(world, ann.caller, 'bob@example.test', 'owner');
    done(await world.rbac.setRole(context, { caller: ann.caller, idempotency_key, input }));
  });
});
