import { LIMITS } from '@turnpike/contracts';
import {
  authenticated,
  callerOf,
  context,
  done,
  freshKey,
  owner,
  refusal,
  startedRbac,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('workspaces', () => {
  let world: StartedRbac;
  let ann: Person & { apiKey: string };
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const create = (name: string) =>
    world.rbac.createWorkspace(context, { caller: ann.caller, idempotency_key: freshKey(), input: { name } });
  const list = async (caller = ann.caller) => done(await world.rbac.listWorkspaces(context, { caller, input: {} })).workspaces;

  it('belong to who makes them, from that moment on', async () => {
    const made = done(await create('Second'));
    expect(made).toEqual({ workspace_id: expect.stringMatching(/^ws_[0-9a-f]{32}$/), name: 'Second' });
    expect(await authenticated(world, ann.token, made.workspace_id)).toMatchObject({ roles: ['owner'], workspace_name: 'Second' });
    expect(await list()).toEqual([
      { workspace_id: ann.workspaceId, name: 'Acme', roles: ['owner'] },
      { workspace_id: made.workspace_id, name: 'Second', roles: ['owner'] },
    ]);
  });

  it('are one for an API key, its own', async () => {
    done(await create('Second'));
    expect(await list(await callerOf(world, ann.apiKey))).toEqual([{ workspace_id: ann.workspaceId, name: 'Acme', roles: ['admin'] }]);
  });

  it('have plain names', async () => {
    expect(refusal(await create('a\u0000b'))).toMatchObject({ code: 'invalid_request', details: { issues: [{ pointer: '/name' }] } });
  });

  it('stop at the limit of a user', async () => {
    await world.database.query(
      `with made as (insert into workspaces (workspace_id, name, version, created_at)
         select 'ws_many' || n, 'many', 1, now() from generate_series(1, $2) n returning workspace_id)
       insert into memberships (workspace_id, principal_id, kind, name, roles, state, version, joined_at)
         select workspace_id, $1, 'user', 'Ann', array['viewer'], 'active', 1, now() from made`,
      [ann.userId, LIMITS.workspacesPerUser - 2],
    );
    done(await create('Last'));
    expect(refusal(await create('More'))).toMatchObject({ code: 'conflict', details: { most: LIMITS.workspacesPerUser } });
    expect(await list()).toHaveLength(LIMITS.workspacesPerUser);
  });
});
