import { packChanged, partChanged, type Caller } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import {
  callerIn,
  capability,
  context,
  done,
  get,
  offer,
  publish,
  redeem,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';

const ID = 'crm.deals.read';

// Real: PostgreSQL, outbox, relay and bus, the service as it runs.
describe('packs and installs', () => {
  let world: StartedRegistry;
  let workspaces = 0;
  let ann: Caller;
  let bob: Caller;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    workspaces += 1;
    ann = callerIn(`ws_a${workspaces}`);
    bob = callerIn(`ws_b${workspaces}`);
    await publish(world, ann, [capability('deals')]);
  });

  const setState = (state: 'draft' | 'live' | 'deprecated' | 'withdrawn', successor?: string, caller = ann) =>
    world.registry.setPackState(context, { caller, input: { pack_id: 'crm', state, ...(successor !== undefined && { successor }) } });
  const share = (to: 'all' | string[], caller = ann) => world.registry.sharePack(context, { caller, input: { pack_id: 'crm', with: to } });
  const enable = (caller: Caller, over: { pack_id?: string; owner_workspace_id?: string } = {}) =>
    world.registry.enable(context, { caller, input: { pack_id: 'crm', ...over } });
  const fromAnn = () => ({ owner_workspace_id: ann.workspace_id });
  const has = async (caller: Caller) => (await world.registry.get(context, { caller, input: { capability_id: ID } })).outcome;

  it('lets the owner alone use a draft, everybody it is shared with a live one, and nobody a withdrawn one', async () => {
    done(await share([bob.workspace_id]));
    done(await enable(bob, fromAnn()));
    expect([await has(ann), await has(bob)]).toEqual(['done', 'done']);
    done(await setState('draft'));
    expect([await has(ann), await has(bob)]).toEqual(['done', 'not_found']);
    done(await setState('live'));
    expect(await has(bob)).toBe('done');
    done(await setState('withdrawn'));
    expect([await has(ann), await has(bob)]).toEqual(['not_found', 'not_found']);
    expect(refusal(await setState('live')).code).toBe('conflict');
    expect(refusal(await offer(world, ann, [capability('notes')])).code).toBe('conflict');
  });

  it('marks what is deprecated and names its successor', async () => {
    expect(refusal(await setState('deprecated')).details).toMatchObject({ issues: [{ pointer: '/successor' }] });
    expect(done(await setState('deprecated', 'crm2'))).toMatchObject({ state: 'deprecated', successor: 'crm2' });
    expect((await get(world, ann, ID)).contract).toMatchObject({ deprecated: true, successor: 'crm2' });
  });

  it('ends the use of a pack that is no longer shared, at once and with the reason', async () => {
    done(await share('all'));
    done(await enable(bob, fromAnn()));
    const { tool_turn_token: token } = await get(world, bob, ID);
    expect((await redeem(world, bob, ID, token)).outcome).toBe('redeemed');
    expect(done(await share([]))).toMatchObject({ shared_with: [] });
    expect(refusal(await redeem(world, bob, ID, token))).toMatchObject({
      code: 'catalog_changed',
      details: { changes: [{ part: 'pack' }] },
    });
    expect(await has(bob)).toBe('not_found');
  });

  it('says the same, word for word, about a pack that is not shared and one that does not exist', async () => {
    const cases: [string, (owner: string) => Promise<unknown>][] = [
      ['enable', (owner) => enable(bob, { owner_workspace_id: owner })],
      ['state', () => setState('live', undefined, bob)],
      ['share', () => share('all', bob)],
      ['disable', () => world.registry.disable(context, { caller: bob, input: { pack_id: 'crm' } })],
      ['get', () => world.registry.get(context, { caller: bob, input: { capability_id: ID } })],
      ['history', () => world.registry.history(context, { caller: bob, input: { capability_id: ID } })],
      ['diff', () => world.registry.diff(context, { caller: bob, input: { capability_id: ID, from: 1 } })],
      ['withdraw', () => world.registry.withdraw(context, { caller: bob, input: { capability_id: ID, version: 1, confirm: true } })],
      [
        'lists',
        () =>
          Promise.all([
            world.registry.listInstalls(context, { caller: bob, input: {} }),
            world.registry.activePacks(context, { caller: bob }),
          ]),
      ],
    ];
    const answersOf = async () => {
      const answers: Record<string, unknown> = {};
      for (const [name, ask] of cases) answers[name] = await ask(ann.workspace_id);
      return answers;
    };
    const unshared = await answersOf();
    done(await setState('draft'));
    done(await share([bob.workspace_id]));
    const draft = await answersOf();
    // A workspace that has no pack of that name at all.
    const missing: Record<string, unknown> = {};
    for (const [name, ask] of cases) missing[name] = await ask('ws_nowhere');
    expect(draft).toEqual(unshared);
    expect({ ...missing, lists: unshared['lists'] }).toEqual(unshared);
    expect(JSON.stringify(unshared)).not.toContain(ann.workspace_id);
    expect(await world.database.query('select 1 as one from installs where workspace_id = $1', [bob.workspace_id])).toEqual([]);
  });

  it('has only one pack of a name enabled', async () => {
    done(await share('all'));
    await publish(world, bob, [capability('deals', { title: 'Own' })]);
    expect(refusal(await enable(bob, fromAnn())).code).toBe('conflict');
    done(await world.registry.disable(context, { caller: bob, input: { pack_id: 'crm' } }));
    expect(await has(bob)).toBe('not_found');
    done(await enable(bob, fromAnn()));
    expect((await get(world, bob, ID)).contract?.title).toBe('Read deals');
    expect(refusal(await enable(bob)).code).toBe('conflict');
    const { installs } = done(await world.registry.listInstalls(context, { caller: bob, input: {} }));
    expect(
      installs.filter(({ pack_id }) => pack_id === 'crm').map(({ owner_workspace_id, enabled }) => [owner_workspace_id, enabled]),
    ).toEqual([
      [ann.workspace_id, true],
      [bob.workspace_id, false],
    ]);
  });

  it('does not enable at a later publish what was disabled, and leaves another pack of the name enabled', async () => {
    done(await world.registry.disable(context, { caller: ann, input: { pack_id: 'crm' } }));
    done(await world.registry.disable(context, { caller: ann, input: { pack_id: 'crm' } }));
    await publish(world, ann, [capability('notes')]);
    expect(await has(ann)).toBe('not_found');
  });

  it('tells each workspace that uses the pack, once for each change, and nobody for what stays', async () => {
    done(await share([bob.workspace_id]));
    done(await enable(bob, fromAnn()));
    done(await setState('deprecated', 'crm2'));
    done(await setState('deprecated', 'crm2'));
    const parts = (workspaceId: string) =>
      world.heard
        .filter(({ type, data }) => type === partChanged.type && data['workspace_id'] === workspaceId)
        .map(({ data }) => data['part']);
    await eventually(() => expect([parts(ann.workspace_id), parts(bob.workspace_id)]).toEqual([['pack', 'pack'], ['pack']]));
    const states = world.heard.filter(({ type, data }) => type === packChanged.type && data['owner_workspace_id'] === ann.workspace_id);
    expect(states.map(({ data }) => data['state'])).toEqual(['live', 'live', 'deprecated']);
  });

  describe('versions of a contract', () => {
    it('are listed newest first, compared by pointer, and withdrawn one by one', async () => {
      await publish(world, ann, [capability('deals', { title: 'Second' })]);
      await publish(world, ann, [capability('deals', { title: 'Third', goals: ['read deals'] })]);
      const input = { capability_id: ID };
      const listed = done(await world.registry.history(context, { caller: ann, input })).versions;
      expect(listed.map(({ version, withdrawn_at }) => [version, withdrawn_at])).toEqual([
        [3, null],
        [2, null],
        [1, null],
      ]);
      expect(done(await world.registry.diff(context, { caller: ann, input: { ...input, from: 1 } })).differences).toEqual([
        { pointer: '/goals/0', change: 'added', to: 'read deals' },
        { pointer: '/title', change: 'changed', from: 'Read deals', to: 'Third' },
      ]);
      expect(done(await world.registry.diff(context, { caller: ann, input: { ...input, from: 2, to: 2 } })).differences).toEqual([]);
      expect(refusal(await world.registry.diff(context, { caller: ann, input: { ...input, from: 9 } })).code).toBe('capability_not_found');

      const withdraw = (version: number) => world.registry.withdraw(context, { caller: ann, input: { ...input, version, confirm: true } });
      const { tool_turn_token: token } = await get(world, ann, ID);
      done(await withdraw(1));
      expect((await redeem(world, ann, ID, token)).outcome).toBe('redeemed');
      const first = done(await withdraw(3));
      expect(done(await withdraw(3))).toEqual(first);
      expect(await has(ann)).toBe('not_found');
      expect(refusal(await redeem(world, ann, ID, token)).details['changes']).toMatchObject([
        { part: 'contract', from: '3', to: 'withdrawn' },
      ]);
      expect(refusal(await withdraw(4)).code).toBe('not_found');
      const after = done(await world.registry.history(context, { caller: ann, input })).versions;
      expect(after.map(({ withdrawn_at }) => withdrawn_at !== null)).toEqual([true, false, true]);
      expect((await publish(world, ann, [capability('deals')])).changes).toMatchObject([{ change: 'added', to_version: 4 }]);
      expect(await has(ann)).toBe('done');
    });

    it('can be read by a workspace that uses the pack', async () => {
      done(await share([bob.workspace_id]));
      done(await enable(bob, fromAnn()));
      expect(done(await world.registry.history(context, { caller: bob, input: { capability_id: ID } })).versions).toHaveLength(1);
    });
  });
});
