import type { Caller } from '@turnpike/contracts';
import {
  apiKey,
  callerOf,
  context,
  done,
  freshKey,
  member,
  owner,
  startedRbac,
  stranger,
  type Person,
  type StartedRbac,
} from './proof/started-rbac.js';

// Real: PostgreSQL and the service as it runs. Two workspaces; every principal of the one asks about everything of the other.
describe('two workspaces', () => {
  let world: StartedRbac;
  let ann: Person;
  let mine: Record<string, Caller>;
  let theirs: Person;
  let foreign: { member: string; key: string; invited: string };

  beforeAll(async () => {
    world = await startedRbac();
    ann = await owner(world);
    theirs = await stranger(world, ann.caller);
    const mate = await member(world, theirs.caller, 'mate@elsewhere.test', 'agent');
    const key = await apiKey(world, theirs.caller, 'admin');
    const input = { email: 'soon@elsewhere.test', name: 'Soon', role: 'viewer' };
    const invited = done(await world.rbac.addMember(context, { caller: theirs.caller, idempotency_key: freshKey(), input }));
    foreign = { member: mate.userId, key: key.id, invited: invited.principal_id };
    // Not the first owner, who made both workspaces and is a member of both.
    const people = { owner: 'bob@example.test', admin: 'cleo@example.test', viewer: 'dan@example.test' };
    mine = {};
    for (const [role, email] of Object.entries(people)) mine[role] = (await member(world, ann.caller, email, role)).caller;
    for (const role of ['admin', 'agent']) mine[`key of ${role}`] = await callerOf(world, (await apiKey(world, ann.caller, role)).secret);
  });
  afterAll(() => world.stop());

  const everyCall = (caller: Caller, target: string) => {
    const { rbac } = world;
    const acting = () => ({ caller, idempotency_key: freshKey() });
    return {
      set_role: () => rbac.setRole(context, { ...acting(), input: { principal_id: target, role: 'viewer' } }),
      remove: () => rbac.removeMember(context, { ...acting(), input: { principal_id: target } }),
      revoke: () => rbac.revokeApiKey(context, { ...acting(), input: { api_key_id: target } }),
    };
  };

  it('answer word for word the same about what belongs to the other and about what does not exist', async () => {
    let compared = 0;
    for (const caller of Object.values(mine)) {
      const ofNothing = everyCall(caller, 'us_0000');
      for (const target of Object.values(foreign)) {
        for (const [name, call] of Object.entries(everyCall(caller, target))) {
          expect(await call()).toEqual(await ofNothing[name as keyof typeof ofNothing]());
          compared += 1;
        }
      }
    }
    expect(compared).toBe(45);
  });

  it('list nothing of each other', async () => {
    const names = [...Object.values(foreign), theirs.userId, theirs.workspaceId, 'Elsewhere', 'elsewhere.test'];
    for (const caller of Object.values(mine)) {
      const lists = [
        await world.rbac.listMembers(context, { caller, input: {} }),
        await world.rbac.listApiKeys(context, { caller, input: {} }),
        await world.rbac.listWorkspaces(context, { caller, input: {} }),
        await world.rbac.listRoles(context, { caller, input: {} }),
      ];
      for (const name of names) expect(JSON.stringify(lists)).not.toContain(name);
    }
  });

  it('answer an invitation alike, whether or not the other knows the person', async () => {
    const invite = (email: string) =>
      world.rbac.addMember(context, {
        caller: mine['owner']!,
        idempotency_key: freshKey(),
        input: { email, name: 'Name', role: 'viewer' },
      });
    const known = done(await invite('mate@elsewhere.test'));
    const unknown = done(await invite('nobody@nowhere.test'));
    for (const { principal_id, sign_in_code } of [known, unknown]) {
      expect(principal_id).toMatch(/^us_[0-9a-f]{32}$/);
      expect(sign_in_code).toMatch(/^tpc_/);
    }
    const { members } = done(await world.rbac.listMembers(context, { caller: mine['owner']!, input: {} }));
    expect(members.find(({ email }) => email === 'mate@elsewhere.test')?.name).toBe('Name');
  });

  it('change nothing of each other: after all of this the other stands as it was', async () => {
    const rows = await world.database.query(
      'select principal_id, roles, state from memberships where workspace_id = $1 order by joined_at, principal_id',
      [theirs.workspaceId],
    );
    expect(rows).toEqual(
      expect.arrayContaining([
        { principal_id: theirs.userId, roles: ['owner'], state: 'active' },
        { principal_id: foreign.member, roles: ['agent'], state: 'active' },
        { principal_id: foreign.key, roles: ['admin'], state: 'active' },
        { principal_id: foreign.invited, roles: ['viewer'], state: 'invited' },
      ]),
    );
    expect(await world.database.query('select 1 as one from api_keys where revoked_at is not null')).toEqual([]);
  });
});
