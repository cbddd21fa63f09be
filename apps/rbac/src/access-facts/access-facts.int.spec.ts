import { setTimeout as sleep } from 'node:timers/promises';
import {
  accessHeartbeat,
  accessRetold,
  credentialRevoked,
  EVENTS,
  principalChanged,
  retellingRequested,
  workspaceCreated,
  type CloudEvent,
} from '@turnpike/contracts';
import { newId, toTimestamp } from '@turnpike/kernel';
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

// Real: PostgreSQL, outbox and relay, the in-process bus and the service as it runs. The clock is moved by hand.
describe('what rbac tells', () => {
  let world: StartedRbac;
  let ann: Person & { apiKey: string };
  let heard: CloudEvent[];
  beforeEach(async () => {
    world = await startedRbac();
    heard = [];
    await world.transport.subscribe({
      group: 'test',
      topics: ['access'],
      durable: false,
      handler: async ({ event }) => {
        heard.push(event as CloudEvent);
        return { settled: true };
      },
    });
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const of = (type: string) => heard.filter((event) => event.type === type);
  const told = (type: string, data: object) =>
    eventually(() => expect(of(type).map((event) => event.data)).toContainEqual(expect.objectContaining(data)));

  it('is the workspace, and the whole answer about each principal with the version that authenticate gives', async () => {
    await told(workspaceCreated.type, { workspace_id: ann.workspaceId, name: 'Acme' });
    const answer = await authenticated(world, ann.token);
    const { permissions, roles, version } = answer;
    await told(principalChanged.type, {
      workspace_id: ann.workspaceId,
      principal_id: ann.userId,
      active: true,
      roles,
      permissions,
      version,
    });
    const key = await authenticated(world, ann.apiKey);
    await told(principalChanged.type, { principal_id: key.principal_id, active: true, roles: ['admin'], version: key.version });
  });

  it('is every change of a role or membership, with a higher version each time, and nothing of an invitation', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
    done(
      await world.rbac.setRole(context, {
        caller: ann.caller,
        idempotency_key: freshKey(),
        input: { principal_id: bob.userId, role: 'viewer' },
      }),
    );
    done(await world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: bob.userId } }));
    await told(principalChanged.type, { principal_id: bob.userId, active: false, roles: [], permissions: [] });
    const facts = of(principalChanged.type).filter((event) => event.data['principal_id'] === bob.userId);
    expect(facts.map((event) => event.data['roles'])).toEqual([['agent'], ['viewer'], []]);
    const versions = facts.map((event) => event.data['version'] as number);
    expect([...versions].sort((a, b) => a - b)).toEqual(versions);
    expect(facts.at(-1)).toMatchObject({
      subject: ann.workspaceId,
      actor: ann.userId,
      workspaceid: ann.workspaceId,
      correlationid: 'req_test',
      source: 'rbac',
    });
  });

  it('is each credential that ends: a revoked key, a session signed out', async () => {
    const key = await apiKey(world, ann.caller);
    done(await world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id: key.id } }));
    await told(credentialRevoked.type, { credential_id: key.id, principal_id: key.id, workspace_id: ann.workspaceId, reason: 'revoked' });
    await told(principalChanged.type, { principal_id: key.id, active: false });
    done(await world.rbac.signOut(context, { caller: ann.caller }));
    await told(credentialRevoked.type, {
      credential_id: ann.caller.credential_id,
      principal_id: ann.userId,
      workspace_id: null,
      reason: 'signed_out',
    });
  });

  it('is a heartbeat each second, past the outbox', async () => {
    await eventually(() => expect(of(accessHeartbeat.type).length).toBeGreaterThanOrEqual(3));
    expect(of(accessHeartbeat.type)[0]!.data).toEqual({ at: world.clock.now() });
    expect(await world.database.query('select 1 as one from outbox where event @> $1', [{ type: accessHeartbeat.type }])).toEqual([]);
  });

  it('has no heartbeat while a fact waits to be told, and has one again afterwards', async () => {
    let stuck = true;
    const slow = await world.transport.subscribe({
      group: 'slow',
      topics: ['access'],
      durable: false,
      handler: async ({ event }) => {
        const waits = stuck && (event as CloudEvent).type === principalChanged.type;
        return waits ? { settled: false, again_after_ms: 100 } : { settled: true };
      },
    });
    await apiKey(world, ann.caller);
    await sleep(2_500);
    const beats = of(accessHeartbeat.type).length;
    await sleep(2_500);
    expect(of(accessHeartbeat.type)).toHaveLength(beats);
    stuck = false;
    await eventually(() => expect(of(accessHeartbeat.type).length).toBeGreaterThan(beats + 1), { within_ms: 10_000 });
    await slow.close();
  });

  it('holds no secret', async () => {
    const key = await apiKey(world, ann.caller);
    await told(principalChanged.type, { principal_id: key.id });
    for (const secret of [ann.token, ann.apiKey, key.secret]) expect(JSON.stringify(heard)).not.toContain(secret);
  });

  describe('told again', () => {
    const retell = async (workspaceId: string | null): Promise<CloudEvent[]> => {
      await eventually(async () => expect(await world.database.query('select 1 as one from outbox where sent_at is null')).toEqual([]));
      heard.length = 0;
      const data = { topic: 'access' as const, subscriber: 'test.access', request_id: newId('rt'), workspace_id: workspaceId };
      const event: CloudEvent = {
        specversion: '1.0',
        id: newId('evt'),
        source: 'test',
        type: retellingRequested.type,
        subject: 'access',
        time: toTimestamp(world.clock.now()),
        datacontenttype: 'application/json',
        data,
        correlationid: 'c',
        causationid: 'c',
        actor: 'system',
      };
      await world.transport.publish({ topic: 'retellings', key: 'access', event });
      await eventually(() => expect(of(accessRetold.type)).toHaveLength(1), { within_ms: 10_000 });
      return heard.filter(({ type }) => type !== accessHeartbeat.type && type !== accessRetold.type);
    };

    it('gives exactly the state that the first telling gave', async () => {
      const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
      const key = await apiKey(world, ann.caller);
      await stranger(world, ann.caller);
      done(
        await world.rbac.addMember(context, {
          caller: ann.caller,
          idempotency_key: freshKey(),
          input: { email: 'in@vited.test', name: 'I', role: 'viewer' },
        }),
      );
      done(
        await world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: bob.userId } }),
      );
      done(await world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id: key.id } }));
      done(await world.rbac.signOut(context, { caller: bob.caller }));
      await eventually(async () => expect(await world.database.query('select 1 as one from outbox where sent_at is null')).toEqual([]));
      const before = project(heard);
      const after = project(await retell(null));
      expect(before.size).toBeGreaterThan(8);
      expect(after).toEqual(before);
    });

    it('can be of one workspace, and then says nothing of another', async () => {
      const zoe = await stranger(world, ann.caller);
      const facts = await retell(zoe.workspaceId);
      expect(facts.length).toBeGreaterThanOrEqual(3);
      for (const { data } of facts) expect(data['workspace_id']).toBe(zoe.workspaceId);
    });

    it('goes on over any number of pages', async () => {
      await world.database.query(
        `insert into memberships (workspace_id, principal_id, kind, name, roles, state, version, joined_at)
         select $1, 'us_many' || n, 'user', 'many', array['viewer'], 'active', next_version(), now() from generate_series(1, 1200) n`,
        [ann.workspaceId],
      );
      const facts = await retell(null);
      const principals = facts.filter(({ type }) => type === principalChanged.type).map(({ data }) => data['principal_id']);
      expect(new Set(principals).size).toBe(principals.length);
      expect(principals.filter((id) => String(id).startsWith('us_many'))).toHaveLength(1200);
    });
  });

  /** What a reader that applies by version keeps of these facts. */
  function project(facts: readonly CloudEvent[]): Map<string, object> {
    const kept = new Map<string, Record<string, unknown>>();
    for (const { type, data } of facts) {
      if (!EVENTS.some((event) => event.type === type) || type === accessHeartbeat.type) continue;
      const { reason: _why, ...state } = data;
      const key = `${type} ${String(data['credential_id'] ?? `${String(data['workspace_id'])}/${String(data['principal_id'])}`)}`;
      if (Number(data['version']) > Number(kept.get(key)?.['version'] ?? -1)) kept.set(key, state);
    }
    return kept;
  }
});
