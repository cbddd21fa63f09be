import { dryRunPreviewed, billingActionTaken, ownerActionTaken, runMoved, type EventDefinition } from '@turnpike/contracts';
import { GENESIS_DIGEST, verifyChain } from '@turnpike/domain-access';
import { newId, toTimestamp } from '@turnpike/kernel';
import { eventually } from '@turnpike/testing';
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
  stranger,
  type Person,
  type StartedRbac,
} from '../proof/started-rbac.js';

// Real: PostgreSQL, the in-process bus and the service as it runs. The clock is moved by hand.
describe('the audit log', () => {
  let world: StartedRbac;
  let ann: Person;
  beforeEach(async () => {
    world = await startedRbac();
    ann = await owner(world);
  });
  afterEach(() => world.stop());

  const list = async (caller = ann.caller, input: { before?: number; limit?: number } = {}) =>
    done(await world.rbac.listAudit(context, { caller, input })).items;
  const intact = async (caller = ann.caller): Promise<unknown> =>
    verifyChain(
      (await list(caller, { limit: 200 })).reverse().map((entry) => ({ ...entry, workspace_id: caller.workspace_id })),
      GENESIS_DIGEST,
    );

  const publish = (event: EventDefinition, data: object, id = newId('evt'), key = 'k') =>
    world.transport.publish({
      topic: event.topic,
      key,
      event: {
        specversion: '1.0',
        id,
        source: 'test',
        type: event.type,
        subject: 'k',
        time: toTimestamp(world.clock.now()),
        datacontenttype: 'application/json',
        data: data as Record<string, never>,
        correlationid: 'c',
        causationid: 'c',
        actor: 'system',
      },
    });
  const run = (state: string, sequence: number) => ({
    run_id: 'run_1',
    workspace_id: ann.workspaceId,
    principal_id: 'ak_1',
    capability_id: 'crm.contacts.create',
    contract_version: 3,
    digest: 'sha256:aa',
    turn_id: 'tt_1',
    state,
    sequence,
    error_code: state === 'failed' ? 'upstream_failed' : null,
  });

  it('holds every grant change, in a chain that anyone can recompute from what is listed', async () => {
    const bob = await member(world, ann.caller, 'bob@example.test', 'agent');
    const key = await apiKey(world, ann.caller, 'viewer');
    done(
      await world.rbac.setRole(context, {
        caller: ann.caller,
        idempotency_key: freshKey(),
        input: { principal_id: bob.userId, role: 'viewer' },
      }),
    );
    done(await world.rbac.revokeApiKey(context, { caller: ann.caller, idempotency_key: freshKey(), input: { api_key_id: key.id } }));
    done(await world.rbac.removeMember(context, { caller: ann.caller, idempotency_key: freshKey(), input: { principal_id: bob.userId } }));
    const items = await list();
    expect(items.map(({ action, subject, outcome }) => [action, subject, outcome]).reverse()).toEqual([
      ['workspaces_create', ann.workspaceId, 'done'],
      ['members_add', `${ann.userId} owner`, 'done'],
      ['api_keys_create', expect.stringMatching(/^ak_\w+ admin$/), 'done'],
      ['members_accept', `${ann.userId} owner`, 'done'],
      ['members_add', `${bob.userId} agent`, 'done'],
      ['members_accept', `${bob.userId} agent`, 'done'],
      ['api_keys_create', `${key.id} viewer`, 'done'],
      ['members_set_role', `${bob.userId} viewer`, 'done'],
      ['api_keys_revoke', key.id, 'done'],
      ['members_remove', bob.userId, 'done'],
    ]);
    expect(await intact()).toEqual({ intact: true });
  });

  it('has one entry for an action that was repeated', async () => {
    const before = (await list()).length;
    const call = { caller: ann.caller, idempotency_key: freshKey(), input: { name: 'Again' } };
    done(await world.rbac.createWorkspace(context, call));
    done(await world.rbac.createWorkspace(context, call));
    expect((await list()).length).toBe(before + 1);
  });

  it('adds live runs, their beginning and their end, dry runs and the owner actions of others, each once', async () => {
    const before = (await list()).length;
    const id = newId('evt');
    await publish(runMoved, run('queued', 1), id);
    await publish(runMoved, run('queued', 1), id);
    await publish(runMoved, run('running', 2));
    await publish(runMoved, run('failed', 3));
    const who = { workspace_id: ann.workspaceId, principal_id: ann.userId };
    await publish(dryRunPreviewed, { ...who, capability_id: 'crm.contacts.create', digest: 'sha256:aa', turn_id: 'tt_1', mode: 'dry_run' });
    await publish(ownerActionTaken, { ...who, action: 'connections_create', subject: 'crm', outcome: 'done' });
    await publish(billingActionTaken, {
      ...who,
      action: 'prices_set',
      subject: 'crm.contacts.create',
      outcome: 'refused:permission_denied',
    });
    await eventually(async () => expect((await list()).length).toBe(before + 5));
    expect((await list()).slice(0, 5).reverse()).toMatchObject([
      { action: 'tools_run:live', subject: 'run_1 crm.contacts.create@3 sha256:aa', outcome: 'queued', principal_id: 'ak_1' },
      { action: 'tools_run:live', outcome: 'failed:upstream_failed' },
      { action: 'tools_run:dry_run', subject: 'tt_1 crm.contacts.create sha256:aa', outcome: 'previewed' },
      { action: 'connections_create', subject: 'crm', outcome: 'done' },
      { action: 'prices_set', outcome: 'refused:permission_denied' },
    ]);
    expect(await intact()).toEqual({ intact: true });
  });

  it('keeps one chain under concurrent writers', async () => {
    const before = (await list()).length;
    const publishes = Array.from({ length: 60 }, (_, n) => publish(runMoved, { ...run('queued', 1), run_id: `run_${n}` }));
    const actions = Array.from({ length: 20 }, () => apiKey(world, ann.caller, 'viewer'));
    await Promise.all([...publishes, ...actions]);
    await eventually(async () => expect((await list(ann.caller, { limit: 200 })).length).toBe(before + 80));
    expect(await intact()).toEqual({ intact: true });
  });

  it('keeps the chains of several workspaces apart when their facts are written together', async () => {
    const zoe = await stranger(world, ann.caller);
    const before = [(await list()).length, (await list(zoe.caller)).length];
    const facts = Array.from({ length: 80 }, (_, n) => ({
      ...run('queued', 1),
      run_id: `run_${n}`,
      workspace_id: n % 4 === 0 ? zoe.workspaceId : ann.workspaceId,
    }));
    await Promise.all(facts.map((fact) => publish(runMoved, fact, undefined, fact.run_id)));
    await eventually(async () => expect((await list(ann.caller, { limit: 200 })).length).toBe((before[0] ?? 0) + 60));
    await eventually(async () => expect((await list(zoe.caller, { limit: 200 })).length).toBe((before[1] ?? 0) + 20));
    expect([await intact(), await intact(zoe.caller)]).toEqual([{ intact: true }, { intact: true }]);
  });

  it('is read newest first, in pages, by those who may', async () => {
    for (let n = 0; n < 5; n += 1) await apiKey(world, ann.caller, 'viewer');
    const [first, second] = await list(ann.caller, { limit: 2 });
    const [third] = await list(ann.caller, { before: second!.sequence, limit: 1 });
    expect([first!.sequence - second!.sequence, second!.sequence - third!.sequence]).toEqual([1, 1]);
    const agent = await callerOf(world, (await apiKey(world, ann.caller, 'agent')).secret);
    expect(refusal(await world.rbac.listAudit(context, { caller: agent, input: {} })).code).toBe('permission_denied');
  });

  it('lets no entry be changed or removed, and shows it where one was behind its back', async () => {
    for (const sql of [`update audit_entries set outcome = 'done'`, 'delete from audit_entries'])
      await expect(world.database.query(sql)).rejects.toThrow('only ever added');
    await world.database.query('alter table audit_entries disable trigger audit_entries_stand');
    await world.database.query(`update audit_entries set outcome = 'never' where sequence = 2`);
    expect(await intact()).toMatchObject({ intact: false, sequence: 2 });
  });

  it('is one chain a workspace: nobody sees that of another', async () => {
    const zoe = await stranger(world, ann.caller);
    const hers = await list(zoe.caller);
    expect(hers.map(({ action }) => action)).toEqual(['members_accept', 'members_add', 'workspaces_create']);
    expect(JSON.stringify(hers)).not.toContain(ann.workspaceId);
    expect(await intact(zoe.caller)).toEqual({ intact: true });
  });
});
