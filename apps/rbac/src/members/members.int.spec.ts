import { LIMITS } from '@turnpike/contracts';
import {
  apiKey,
  authenticated,
  callerOf,
  context,
  done,
  freshKey,
  member,
  owner,
  refusal,
  startedRbac,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('members', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const add = (caller: Person['caller'], email: string, role: string, name = 'Name') =>
    world.rbac.addMember(context, { caller, idempotency_key: freshKey(), input: { email, name, role } });
  const setRole = (caller: Person['caller'], principal_id: string, role: string) =>
    world.rbac.setRole(context, { caller, idempotency_key: freshKey(), input: { principal_id, role } });
  const remove = (caller: Person['caller'], principal_id: string) =>
    world.rbac.removeMember(context, { caller, idempotency_key: freshKey(), input: { principal_id } });

  it('are listed with their roles, users and API keys alike', async () => {
    const bob = await member(world, ann.caller, 'Bob@Example.test', 'publisher');
    const { members } = done(await world.rbac.listMembers(context, { caller: ann.caller, input: {} }));
    const byName = new Map(members.map((each) => [each.name, each]));
    expect([...byName.keys()].sort()).toEqual(['Bob', 'First key', 'Owner']);
    expect(byName.get('Bob')).toEqual({
      principal_id: bob.userId,
      kind: 'user',
      name: 'Bob',
      email: 'bob@example.test',
      roles: ['publisher'],
    });
    expect(byName.get('First key')).toMatchObject({
      principal_id: expect.stringMatching(/^ak_/),
      kind: 'api_key',
      email: null,
      roles: ['admin'],
    });
    expect(byName.get('Owner')).toMatchObject({ principal_id: ann.userId, kind: 'user', email: 'ann@example.test', roles: ['owner'] });
  });

  it('may be invited again before they sign in: the new code works, the old one does not', async () => {
    const first = done(await add(ann.caller, 'bob@example.test', 'viewer'));
    const second = done(await add(ann.caller, 'bob@example.test', 'agent'));
    expect(second.principal_id).toBe(first.principal_id);
    const old = await world.rbac.signIn(context, { input: { code: first.sign_in_code!, new_password: 'correct horse battery' } });
    expect(refusal(old).code).toBe('unauthenticated');
    const session = done(
      await world.rbac.signIn(context, { input: { code: second.sign_in_code!, new_password: 'correct horse battery' } }),
    );
    expect((await authenticated(world, session.session_token)).roles).toEqual(['agent']);
    expect(refusal(await add(ann.caller, 'bob@example.test', 'agent')).code).toBe('conflict');
  });

  it('cannot be given a role that does not exist or that holds more than the giver does', async () => {
    const admin = await member(world, ann.caller, 'bob@example.test', 'admin');
    expect(refusal(await add(ann.caller, 'eve@example.test', 'root'))).toMatchObject({
      code: 'invalid_request',
      details: { issues: [{ pointer: '/role' }] },
    });
    expect(refusal(await add(admin.caller, 'eve@example.test', 'owner'))).toMatchObject({
      code: 'permission_denied',
      details: { permissions: ['billing.write', 'capabilities.run.owner'] },
    });
    expect(refusal(await setRole(admin.caller, admin.userId, 'owner')).code).toBe('permission_denied');
    done(await add(admin.caller, 'eve@example.test', 'admin'));
  });

  it('who may do more than the actor cannot be changed, removed or invited anew by them', async () => {
    const admin = await member(world, ann.caller, 'bob@example.test', 'admin');
    done(await add(ann.caller, 'eve@example.test', 'owner'));
    expect(refusal(await setRole(admin.caller, ann.userId, 'viewer')).code).toBe('permission_denied');
    expect(refusal(await remove(admin.caller, ann.userId)).code).toBe('permission_denied');
    expect(refusal(await add(admin.caller, 'eve@example.test', 'viewer')).code).toBe('permission_denied');
    expect((await authenticated(world, ann.token)).roles).toEqual(['owner']);
  });

  it('lose everything at once when they are removed, and may be invited again', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
    done(await remove(ann.caller, bob.userId));
    expect(await world.rbac.authenticate(context, { credential: bob.token, workspace_id: null })).toEqual({
      outcome: 'unauthenticated',
      reason: 'no_membership',
    });
    expect(refusal(await remove(ann.caller, bob.userId)).code).toBe('not_found');
    expect(refusal(await setRole(ann.caller, bob.userId, 'agent')).code).toBe('not_found');
    const { sign_in_code } = done(await add(ann.caller, 'bob@example.test', 'viewer'));
    done(await world.rbac.signIn(context, { input: { code: sign_in_code!, password: 'correct horse battery' } }));
    expect((await authenticated(world, bob.token)).roles).toEqual(['viewer']);
  });

  it('whose invitation was withdrawn cannot use its code', async () => {
    const { principal_id, sign_in_code } = done(await add(ann.caller, 'bob@example.test', 'viewer'));
    done(await remove(ann.caller, principal_id));
    const late = await world.rbac.signIn(context, { input: { code: sign_in_code!, new_password: 'correct horse battery' } });
    expect(refusal(late).code).toBe('unauthenticated');
  });

  it('that are API keys are revoked when they are removed', async () => {
    const key = await apiKey(world, ann.caller, 'agent');
    done(await remove(ann.caller, key.id));
    expect(await world.rbac.authenticate(context, { credential: key.secret, workspace_id: null })).toEqual({
      outcome: 'unauthenticated',
      reason: 'revoked',
    });
  });

  it('always keep one owner, also when two owners leave at once, and an API key is none', async () => {
    await apiKey(world, ann.caller, 'owner');
    expect(refusal(await remove(ann.caller, ann.userId)).code).toBe('conflict');
    expect(refusal(await setRole(ann.caller, ann.userId, 'admin')).code).toBe('conflict');
    const bob = await member(world, ann.caller, 'bob@example.test', 'owner');
    const answers = await Promise.all([setRole(ann.caller, ann.userId, 'viewer'), setRole(bob.caller, bob.userId, 'viewer')]);
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused']);
  });

  it('stop at the limit of a workspace', async () => {
    await world.database.query(
      `insert into memberships (workspace_id, principal_id, kind, name, roles, state, version, joined_at)
       select $1, 'us_many' || n, 'user', 'many', array['viewer'], 'active', 1, now() from generate_series(1, $2) n`,
      [ann.workspaceId, LIMITS.membersPerWorkspace - 3],
    );
    done(await add(ann.caller, 'last@example.test', 'viewer'));
    expect(refusal(await add(ann.caller, 'more@example.test', 'viewer'))).toMatchObject({
      code: 'conflict',
      details: { most: LIMITS.membersPerWorkspace },
    });
    const key = { name: 'more', role: 'viewer', scopes: ['*'] };
    expect(refusal(await world.rbac.createApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: key })).code).toBe(
      'conflict',
    );
  });

  it('have plain names', async () => {
    for (const name of ['a\u0000b', 'a\nb', '\ud800'])
      expect(refusal(await add(ann.caller, 'bob@example.test', 'viewer', name)).code).toBe('invalid_request');
  });

  it('are shown, as roles are, to those who may see them only', async () => {
    const agent = await callerOf(world, (await apiKey(world, ann.caller, 'agent')).secret);
    expect(refusal(await world.rbac.listMembers(context, { caller: agent, input: {} }))).toMatchObject({
      code: 'permission_denied',
      details: { permission: 'members.read', roles: ['owner', 'admin', 'viewer'] },
    });
    expect(refusal(await world.rbac.listRoles(context, { caller: agent, input: {} })).code).toBe('permission_denied');
    const { roles } = done(await world.rbac.listRoles(context, { caller: ann.caller, input: {} }));
    expect(roles.map(({ role }) => role)).toEqual(['owner', 'admin', 'publisher', 'agent', 'pack_publisher', 'viewer']);
    const { permissions } = await world.rbac.permissions(context, {});
    for (const { name, roles: holders } of permissions) {
      expect(roles.filter(({ permissions: held }) => held.includes(name)).map(({ role }) => role)).toEqual(holders);
    }
  });
});
