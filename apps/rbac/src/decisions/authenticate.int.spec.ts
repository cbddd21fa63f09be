import { LIMITS } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import {
  apiKey,
  authenticated,
  context,
  done,
  freshKey,
  member,
  owner,
  startedRbac,
  stranger,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';
import { USE_RESOLUTION_MS } from './credential-use.js';

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('authenticate', () => {
  let world: StartedRbac;
  let ann: Person & { apiKey: string };
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const ask = (credential: string, workspace_id: string | null = null) => world.rbac.authenticate(context, { credential, workspace_id });
  const reason = async (credential: string, workspaceId: string | null = null): Promise<string> => {
    const answer = await ask(credential, workspaceId);
    return answer.outcome === 'unauthenticated' ? answer.reason : answer.outcome;
  };

  it('answers the union of what the roles grant, and the version of the answer', async () => {
    const before = await authenticated(world, ann.token);
    expect(before.permissions).toContain('billing.write');
    const bob = await member(world, ann.caller, 'bob@example.test', 'viewer');
    const answer = await authenticated(world, bob.token);
    expect(answer.permissions).toEqual(['catalog.read', 'runs.read', 'members.read', 'capabilities.run.read_only']);
    const input = { principal_id: bob.userId, role: 'agent' };
    done(await world.rbac.setRole(context, { caller: ann.caller, idempotency_key: freshKey(), input }));
    const after = await authenticated(world, bob.token);
    expect(after.roles).toEqual(['agent']);
    expect(after.version).toBeGreaterThan(answer.version);
  });

  it('tells malformed, unknown, expired and revoked apart', async () => {
    const key = await apiKey(world, ann.caller, 'agent', 1);
    const other = await startedRbac();
    const foreign = (await owner(other)).apiKey;
    await other.stop();
    expect(await reason(`${key.secret}x`)).toBe('malformed');
    expect(await reason('')).toBe('malformed');
    expect(await reason(foreign)).toBe('unknown');
    expect(await reason(key.secret)).toBe('authenticated');
    world.clock.advance(24 * 3_600_000);
    expect(await reason(key.secret)).toBe('expired');
  });

  it('answers revoked from the moment a revocation is acknowledged, and for good', async () => {
    const key = await apiKey(world, ann.caller, 'agent', 1);
    const input = { api_key_id: key.id, confirm: true as const };
    done(await world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input }));
    expect(await reason(key.secret)).toBe('revoked');
    world.clock.advance(48 * 3_600_000);
    expect(await reason(key.secret)).toBe('revoked');
  });

  it('is good for a minute, or until the credential ends if that is sooner', async () => {
    const key = await apiKey(world, ann.caller, 'agent', 1);
    expect((await authenticated(world, key.secret)).expires_at).toBe(world.clock.now() + USE_RESOLUTION_MS);
    world.clock.advance(24 * 3_600_000 - 1_000);
    expect((await authenticated(world, key.secret)).expires_at).toBe(world.clock.now() + 1_000);
  });

  it('ends an idle session after two hours and a busy one after twelve', async () => {
    const used = async (): Promise<void> => {
      await authenticated(world, ann.token);
      // The use is written within five seconds of real time.
      await eventually(
        async () => {
          const [row] = await world.database.query<{ last_seen_at: Date }>('select last_seen_at from sessions');
          expect(row!.last_seen_at.getTime()).toBe(world.clock.now());
        },
        { within_ms: 8_000 },
      );
    };
    world.clock.advance(LIMITS.sessionIdleMs - 1_000);
    await used();
    world.clock.advance(LIMITS.sessionIdleMs - 1_000);
    expect(await reason(ann.token)).toBe('authenticated');
    world.clock.advance(1_000);
    expect(await reason(ann.token)).toBe('expired');
    await world.database.query('update sessions set last_seen_at = $1', [new Date(world.clock.now() + LIMITS.sessionMs)]);
    expect(await reason(ann.token)).toBe('authenticated');
    world.clock.advance(LIMITS.sessionMs);
    expect(await reason(ann.token)).toBe('expired');
  });

  it('chooses among the workspaces of a user, the first joined otherwise', async () => {
    const made = done(
      await world.rbac.createWorkspace(context, { caller: ann.caller, idempotency_key: freshKey(), input: { name: 'Second' } }),
    );
    expect(await authenticated(world, ann.token)).toMatchObject({ workspace_id: ann.workspaceId });
    expect(await authenticated(world, ann.token, made.workspace_id)).toMatchObject({
      workspace_id: made.workspace_id,
      workspace_name: 'Second',
    });
  });

  it('tells nothing of another workspace: one that exists, one that does not and a broken name are all the same', async () => {
    const zoe = await stranger(world, ann.caller);
    for (const credential of [ann.apiKey, (await member(world, ann.caller, 'bob@example.test', 'admin')).token]) {
      for (const workspaceId of [zoe.workspaceId, 'ws_0000', 'ws_\u0000', "'; drop table users"]) {
        expect(await ask(credential, workspaceId)).toEqual({ outcome: 'unauthenticated', reason: 'no_membership' });
      }
    }
  });

  it('writes the last use of a key at most once a minute', async () => {
    const lastUsed = async (): Promise<string | null> => {
      const { api_keys } = done(await world.rbac.listApiKeys(context, { caller: ann.caller, input: {} }));
      return api_keys[0]!.last_used_at;
    };
    const first = new Date(world.clock.now()).toISOString();
    await authenticated(world, ann.apiKey);
    await eventually(async () => expect(await lastUsed()).toBe(first), { within_ms: 8_000 });
    world.clock.advance(USE_RESOLUTION_MS - 1);
    const [before] = await world.database.query<{ xmin: string }>('select xmin::text from api_keys');
    for (let n = 0; n < 20; n += 1) await authenticated(world, ann.apiKey);
    await new Promise((resolve) => setTimeout(resolve, 5_500));
    const [after] = await world.database.query<{ xmin: string }>('select xmin::text from api_keys');
    expect(after).toEqual(before);
  });

  it('wants a service credential', async () => {
    const answer = await world.post('/internal/rbac/authenticate', { credential: ann.apiKey, workspace_id: null }, {});
    expect(answer.status).toBe(401);
  });
});
