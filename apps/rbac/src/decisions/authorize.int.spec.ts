import { setTimeout as sleep } from 'node:timers/promises';
import { LIMITS } from '@turnpike/contracts';
import {
  apiKey,
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

// Real: PostgreSQL and the service as it runs. The clock is moved by hand.
describe('authorize', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeAll(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterAll(() => world.stop());

  const ask = (workspace_id: string, principal_id: string, credential_id: string, permission = 'catalog.read') =>
    world.rbac.authorize(context, { workspace_id, principal_id, credential_id, permission });
  const revoke = (id: string) =>
    world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id: id } });

  it('allows what the role holds, and names the roles that hold it', async () => {
    const { id } = await apiKey(world, ann.caller, 'viewer');
    expect(await ask(ann.workspaceId, id, id)).toMatchObject({ allowed: true, credential_live: true });
    expect(await ask(ann.workspaceId, id, id, 'billing.write')).toMatchObject({
      allowed: false,
      credential_live: true,
      holders: ['owner'],
    });
    expect(await ask(ann.workspaceId, id, id, 'no.such_permission')).toMatchObject({ allowed: false, holders: [] });
  });

  it('allows nothing with a credential that is not this principal’s, or in another workspace', async () => {
    const zoe = await stranger(world, ann.caller, 'zoe@elsewhere.test');
    const { id } = await apiKey(world, ann.caller, 'admin');
    expect(await ask(zoe.workspaceId, id, id)).toMatchObject({ allowed: false, credential_live: false, version: 0 });
    expect(await ask(ann.workspaceId, id, ann.caller.credential_id)).toMatchObject({ allowed: false, credential_live: false });
    expect(await ask(ann.workspaceId, ann.userId, zoe.caller.credential_id)).toMatchObject({ allowed: false, credential_live: false });
    expect(await ask(ann.workspaceId, zoe.userId, zoe.caller.credential_id)).toMatchObject({ allowed: false, credential_live: true });
  });

  it('stops a member who was removed, a session that ended and one that expired', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
    const asBob = () => ask(bob.workspaceId, bob.userId, bob.caller.credential_id);
    expect(await asBob()).toMatchObject({ allowed: true });
    const input = { principal_id: bob.userId, confirm: true as const };
    done(await world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input }));
    expect(await asBob()).toMatchObject({ allowed: false, credential_live: true });
    const eve = await member(world, ann.caller, 'eve@example.test', 'agent');
    done(await world.rbac.signOut(context, { caller: eve.caller }));
    expect(await ask(eve.workspaceId, eve.userId, eve.caller.credential_id)).toMatchObject({ allowed: false, credential_live: false });
  });

  // Each writer is held between its write and its commit: the question must wait for it and then see what it wrote.
  const writers = {
    'a revoked key': [`update api_keys set revoked_at = now() where api_key_id = $1`, 'principal'],
    'a removed member': [`update memberships set state = 'removed' where principal_id = $1`, 'principal'],
    'a changed role': [`update memberships set roles = array['none'] where principal_id = $1`, 'principal'],
    'an ended session': [`update sessions set ended_at = now() where session_id = $1`, 'credential'],
  } as const;
  it.each(Object.entries(writers))('waits for the writer of %s and then says no', async (name, [sql, lock]) => {
    const who =
      lock === 'principal'
        ? await apiKey(world, ann.caller, 'agent').then(({ id }) => ({ principal: id, credential: id }))
        : await signedIn(name);
    let answered = false;
    const question = await world.database.tx(async (tx) => {
      const key = lock === 'principal' ? `principal:${ann.workspaceId}/${who.principal}` : `credential:${who.credential}`;
      await tx.query('select pg_advisory_xact_lock(lock_key($1))', [key]);
      await tx.query(sql, [lock === 'principal' ? who.principal : who.credential]);
      const asked = ask(ann.workspaceId, who.principal, who.credential).finally(() => (answered = true));
      await sleep(150);
      expect(answered).toBe(false);
      return { asked };
    });
    expect(await question.asked).toMatchObject({ allowed: false });
  });

  // And the other half: each use case that writes waits for the questions that are being answered.
  const changes: Record<string, (who: Person) => Promise<{ outcome: string }>> = {
    'a change of role': ({ userId }) =>
      world.rbac.setRole(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: userId, role: 'viewer' } }),
    'a removal': ({ userId }) =>
      world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: userId } }),
    'a sign-out': ({ caller }) => world.rbac.signOut(context, { caller }),
  };
  it.each(Object.keys(changes))('is waited for by %s', async (name) => {
    const who = await member(world, ann.caller, `${name.replaceAll(/\W/g, '')}@example.test`, 'agent');
    await expectWait(`principal:${who.workspaceId}/${who.userId}`, `credential:${who.caller.credential_id}`, () => changes[name]!(who));
  });

  it('is waited for by the revocation of a key', async () => {
    const { id } = await apiKey(world, ann.caller, 'agent');
    await expectWait(`principal:${ann.workspaceId}/${id}`, `credential:${id}`, () => revoke(id));
  });

  async function expectWait(principal: string, credential: string, change: () => Promise<{ outcome: string }>): Promise<void> {
    let over = false;
    const { changing } = await world.database.tx(async (tx) => {
      for (const key of [principal, credential]) await tx.query('select pg_advisory_xact_lock_shared(lock_key($1))', [key]);
      const changing = change().finally(() => (over = true));
      await sleep(150);
      expect(over).toBe(false);
      return { changing };
    });
    expect((await changing).outcome).toBe('done');
  }

  async function signedIn(name: string): Promise<{ principal: string; credential: string }> {
    const person = await member(world, ann.caller, `${name.replaceAll(/\W/g, '')}@example.test`, 'agent');
    return { principal: person.userId, credential: person.caller.credential_id };
  }

  it('admits nothing whose question began after a revocation was acknowledged, in a history of 40 revocations', async () => {
    let asked = 0;
    let allowed = 0;
    const violations: string[] = [];
    const oneKey = async (): Promise<void> => {
      const { id } = await apiKey(world, ann.caller, 'agent');
      let acknowledged = false;
      let over = false;
      const askOn = async (): Promise<void> => {
        while (!over) {
          const began = acknowledged;
          const answer = await ask(ann.workspaceId, id, id);
          asked += 1;
          if (answer.allowed) allowed += 1;
          if (answer.allowed && began) violations.push(id);
        }
      };
      const askers = [askOn(), askOn(), askOn()];
      await sleep(5);
      done(await revoke(id));
      acknowledged = true;
      await sleep(5);
      over = true;
      await Promise.all(askers);
    };
    for (let n = 0; n < 40; n += 1) await oneKey();
    expect(violations).toEqual([]);
    expect(allowed).toBeGreaterThan(40);
    expect(asked - allowed).toBeGreaterThan(40);
  });

  it('counts a session as over when it is idle too long or too old', async () => {
    const eve = await member(world, ann.caller, 'eva@example.test', 'agent');
    world.clock.advance(LIMITS.sessionIdleMs);
    expect(await ask(eve.workspaceId, eve.userId, eve.caller.credential_id)).toMatchObject({ allowed: false, credential_live: false });
  });
});
