import { owner, authenticated, context, done, PASSWORD, startedRbac, type StartedRbac } from '../proof/started-rbac.js';
import { firstOwner, reissueSignInCode } from './first-owner.js';

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('the first owner', () => {
  let world: StartedRbac;
  const wish = { email: 'Ann@Example.test', workspaceName: 'Acme' };
  beforeEach(async () => {
    world = await startedRbac();
  });
  afterEach(() => world.stop());

  it('gets a workspace, a key that searches, imports and runs, and a code; root actions stay out of the key', async () => {
    const first = await firstOwner(world.database, wish, world.clock);
    const key = await authenticated(world, first.apiKey!);
    expect(key).toMatchObject({
      workspace_id: first.workspaceId,
      workspace_name: 'Acme',
      principal_kind: 'api_key',
      roles: ['admin'],
      scopes: ['*'],
    });
    for (const needed of ['catalog.read', 'packs.write', 'installs.write', 'runs.read', 'capabilities.run.sending'])
      expect(key.permissions).toContain(needed);
    expect(key.permissions).not.toContain('capabilities.run.owner');
    const session = done(await world.rbac.signIn(context, { input: { code: first.signInCode!, new_password: PASSWORD } }));
    expect(await authenticated(world, session.session_token)).toMatchObject({
      workspace_id: first.workspaceId,
      roles: ['owner'],
      scopes: null,
    });
  });

  it('is made once, by however many starts at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => firstOwner(world.database, wish, world.clock)));
    expect(answers.filter(({ apiKey }) => apiKey !== null)).toHaveLength(1);
    expect(new Set(answers.map(({ workspaceId }) => workspaceId)).size).toBe(1);
    expect(await world.database.query('select 1 as one from workspaces')).toHaveLength(1);
    expect(await world.database.query('select 1 as one from api_keys')).toHaveLength(1);
  });

  it('can be given a fresh code until the first sign-in; the earlier one is void', async () => {
    const first = await firstOwner(world.database, wish, world.clock);
    const again = await reissueSignInCode(world.database, world.clock);
    const old = await world.rbac.signIn(context, { input: { code: first.signInCode!, new_password: PASSWORD } });
    expect(old).toMatchObject({ outcome: 'refused', refusal: { code: 'unauthenticated' } });
    done(await world.rbac.signIn(context, { input: { code: again!, new_password: PASSWORD } }));
    expect(await reissueSignInCode(world.database, world.clock)).toBeNull();
  });

  it('has no code to give where there is no owner', async () => {
    expect(await reissueSignInCode(world.database, world.clock)).toBeNull();
  });

  it('stores no secret in the clear', async () => {
    const { apiKey, token } = await owner(world);
    const dump = await world.database.query<{ row: string }>(
      `select k::text as row from api_keys k union all select s::text from sessions s union all select c::text from sign_in_codes c
       union all select u::text from users u union all select o::text from outbox o union all select r::text from owner_requests r`,
    );
    expect(dump.length).toBeGreaterThan(4);
    for (const secret of [apiKey, token, PASSWORD]) expect(JSON.stringify(dump)).not.toContain(secret);
    const [user] = await world.database.query<{ password_hash: string }>('select password_hash from users');
    expect(user!.password_hash).toMatch(/^\$argon2id\$/);
  });
});
