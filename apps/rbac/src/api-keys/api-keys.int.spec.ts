import { LIMITS } from '@turnpike/contracts';
import {
  apiKey,
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
describe('API keys', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeAll(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterAll(() => world.stop());

  const create = (caller: Person['caller'], input: { name: string; role: string; scopes: string[]; expires_in_days?: number }) =>
    world.rbac.createApiKey(context, { caller, idempotency_key: freshKey(), input });
  const list = async () => done(await world.rbac.listApiKeys(context, { caller: ann.caller, input: {} })).api_keys;

  it('are shown once: afterwards only what people recognise them by', async () => {
    const made = done(await create(ann.caller, { name: 'Build', role: 'publisher', scopes: ['crm:*', 'mail:read'], expires_in_days: 30 }));
    expect(made.secret).toMatch(/^tpk_[0-9A-Za-z]{28}$/);
    const { secret, ...rest } = made;
    const listed = (await list()).find(({ api_key_id }) => api_key_id === made.api_key_id);
    expect(listed).toEqual(rest);
    expect(secret!.startsWith(rest.prefix)).toBe(true);
    expect(rest.expires_at).toBe(new Date(world.clock.now() + 30 * 24 * 3_600_000).toISOString());
    expect(JSON.stringify(await list())).not.toContain(secret);
  });

  it('can hold no permission that their maker lacks', async () => {
    const admin = await member(world, ann.caller, 'bob@example.test', 'admin');
    expect(refusal(await create(admin.caller, { name: 'Root', role: 'owner', scopes: ['*'] }))).toMatchObject({
      code: 'permission_denied',
      details: { permissions: ['billing.write', 'capabilities.run.owner'] },
    });
    done(await create(admin.caller, { name: 'Fine', role: 'admin', scopes: ['*'] }));
    expect(refusal(await create(ann.caller, { name: 'Odd', role: 'wizard', scopes: ['*'] })).code).toBe('invalid_request');
  });

  it('keep the time of their first revocation', async () => {
    const { id } = await apiKey(world, ann.caller);
    const revoke = () => world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id: id } });
    const first = done(await revoke());
    world.clock.advance(1_000);
    expect(done(await revoke())).toEqual(first);
    expect((await list()).find(({ api_key_id }) => api_key_id === id)?.revoked_at).toBe(first.revoked_at);
  });

  it('that hold more than the actor cannot be revoked by them', async () => {
    const admin = await member(world, ann.caller, 'eve@example.test', 'admin');
    const { id } = await apiKey(world, ann.caller, 'owner');
    const answer = await world.rbac.revokeApiKey(context, { caller: admin.caller, idempotency_key: freshKey(), input: { api_key_id: id } });
    expect(refusal(answer).code).toBe('permission_denied');
  });

  it('that are not there, are somebody’s session or a person cannot be revoked', async () => {
    for (const api_key_id of ['ak_none', ann.userId, ann.caller.credential_id]) {
      const answer = await world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id } });
      expect(refusal(answer).code).toBe('not_found');
    }
  });

  it('are listed only to those who may see them', async () => {
    const agent = await callerOf(world, (await apiKey(world, ann.caller, 'agent')).secret);
    expect(refusal(await world.rbac.listApiKeys(context, { caller: agent, input: {} })).code).toBe('permission_denied');
  });

  it('stop at the limit of a workspace, revoked ones included', async () => {
    await world.database.query(
      `with made as (insert into memberships (workspace_id, principal_id, kind, name, roles, state, version, joined_at)
         select $1, 'ak_many' || n, 'api_key', 'many', array['viewer'], 'removed', 1, now() from generate_series(1, $2) n returning principal_id)
       insert into api_keys (api_key_id, workspace_id, name, prefix, hash, scopes, created_by, created_at, revoked_at)
         select principal_id, $1, 'many', 'tpk_', sha256(principal_id::bytea), '{}', 'test', now(), now() from made`,
      [ann.workspaceId, LIMITS.apiKeysPerWorkspace],
    );
    const answer = await create(ann.caller, { name: 'One more', role: 'viewer', scopes: ['*'] });
    expect(refusal(answer)).toMatchObject({ code: 'conflict', details: { most: LIMITS.apiKeysPerWorkspace } });
  });
});
