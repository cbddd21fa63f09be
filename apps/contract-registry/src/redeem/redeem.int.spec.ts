import { LIMITS, type Caller, type Refusal } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  done,
  get,
  needs,
  priced,
  publish,
  redeem,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';
import { ID, OTHER, relyingWorkspace, type RelyingWorkspace } from '../proof/relying-workspace.js';

// Real: PostgreSQL with the fence's functions, outbox, relay and bus, the service as it runs. The clock is moved by hand.
describe('redeem', () => {
  let world: StartedRegistry;
  let scene: RelyingWorkspace;
  let ann: Caller;
  let ws: string;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    scene = await relyingWorkspace(world);
    ({ ann, ws } = scene);
  });

  it('answers the very contract that was delivered, its vector, and an admission; inspect admits nothing', async () => {
    const { contract, tool_turn_token: given } = await get(world, ann, ID);
    const asked = { caller: ann, tool_turn_token: given, capability_id: ID };
    const live = await world.registry.redeem(context, asked);
    expect(live).toMatchObject({ outcome: 'redeemed', contract: contract!.contract, readiness: { ready: true } });
    expect(live).toMatchObject({ vector: { contract: '1', permission: 'held' }, admission: expect.stringMatching(/\S/) });
    expect(await world.registry.inspect(context, asked)).toEqual({ ...live, admission: null });
  });

  it.each<[string, () => Promise<string | null>]>([
    ['no token', async () => null],
    ['a token that never was', async () => 'tt_nothing'],
    ['a turn that holds another contract', () => scene.token(OTHER)],
    ['the turn of another principal', async () => (await get(world, { ...ann, principal_id: 'us_other' }, ID)).tool_turn_token],
    [
      'the turn of another workspace',
      async () => {
        const other = callerIn(`${ws}_b`);
        await publish(world, other, [capability('deals')]);
        return (await get(world, { ...other, principal_id: ann.principal_id }, ID)).tool_turn_token;
      },
    ],
  ])('says that it was not fetched: %s', async (_name, given) => {
    const refused = refusal(await redeem(world, ann, ID, await given()));
    expect(refused).toMatchObject({ code: 'capability_not_fetched', repair: { control: 'tools_get', arguments: { capability_id: ID } } });
  });

  it('slides the life of a turn with each use, and never past its longest', async () => {
    const given = await scene.token();
    for (let used = 0; used < 5; used += 1) {
      world.clock.advance(LIMITS.turnLifeMs * 0.75);
      expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
    }
    world.clock.advance(LIMITS.turnLifeMs * 0.75);
    expect(refusal(await redeem(world, ann, ID, given))).toMatchObject({ code: 'tool_turn_expired', repair: { control: 'tools_get' } });
  });

  it('says that the turn is over, with the search that began it', async () => {
    const given = await scene.search([ID], 'crm');
    world.clock.advance(LIMITS.turnLifeMs + 1);
    const refused = refusal(await redeem(world, ann, ID, given));
    expect(refused).toMatchObject({
      code: 'tool_turn_expired',
      repair: { control: 'tools_search', arguments: { goal: 'read deals', pack_id: 'crm' } },
    });
  });

  const disable = async () => done(await world.registry.disable(context, { caller: ann, input: { pack_id: 'crm' } }));
  const moves: [string, string, () => Promise<unknown>, (to: string) => void][] = [
    [
      'contract',
      ID,
      () => publish(world, ann, [capability('deals', { ...needs('crm'), ...priced, title: 'New' })]),
      (to) => expect(to).toBe('2'),
    ],
    [
      'contract',
      ID,
      async () => done(await world.registry.withdraw(context, { caller: ann, input: { capability_id: ID, version: 1, confirm: true } })),
      (to) => expect(to).toBe('withdrawn'),
    ],
    [
      'pack',
      'crm',
      async () => done(await world.registry.setPackState(context, { caller: ann, input: { pack_id: 'crm', state: 'draft' } })),
      (to) => expect(to).toMatch(/^\d+$/),
    ],
    [
      'pack',
      'crm',
      async () => done(await world.registry.sharePack(context, { caller: ann, input: { pack_id: 'crm', with: ['ws_x'] } })),
      (to) => expect(to).toMatch(/^\d+$/),
    ],
    ['install', 'crm', disable, (to) => expect(to).toMatch(/^\d+$/)],
    [
      'install',
      'crm',
      async () => done(await world.registry.enable(context, { caller: ann, input: { pack_id: 'crm', settings: { a: 1 } } })),
      (to) => expect(to).toMatch(/^\d+$/),
    ],
    ['connection', 'crm', () => scene.connected('not_connected'), (to) => expect(to).toBe(String(scene.lastVersion))],
    ['price', ID, () => scene.price(3_000), (to) => expect(to).toBe(String(scene.lastVersion))],
  ];
  it.each(moves)('refuses what moved, naming it: %s %s', async (part, key, move, expectTo) => {
    const got = await scene.token();
    const found = await scene.search([ID, OTHER]);
    await move();
    const before: [string, Refusal][] = [];
    for (const [given, repair] of [
      [got, { control: 'tools_get', arguments: { capability_id: ID } }],
      [found, { control: 'tools_search', arguments: { goal: 'read deals' } }],
    ] as const) {
      const refused = refusal(await redeem(world, ann, ID, given));
      expect(refused).toMatchObject({ code: 'catalog_changed', repair, details: { changes: [{ part, key: `${ws}/${key}` }] } });
      const [change] = refused.details['changes'] as { from: string; to: string }[];
      expect(change!.from).not.toBe(change!.to);
      expectTo(change!.to);
      before.push([given, refused]);
    }
    // For ever, word for word, also when its time is over.
    world.clock.advance(LIMITS.turnLongestLifeMs + 1);
    for (const [given, refused] of before) {
      expect(refusal(await redeem(world, ann, ID, given))).toEqual(refused);
      expect(refusal(await world.registry.inspect(context, { caller: ann, tool_turn_token: given, capability_id: ID }))).toEqual(refused);
    }
  });

  it('refuses a permission that was held and is no more, and one that came since', async () => {
    const given = await scene.token();
    const without = { ...ann, permissions: ['catalog.read'] };
    expect(refusal(await redeem(world, without, ID, given)).details['changes']).toEqual([
      { part: 'permission', key: 'capabilities.run.read_only', from: 'held', to: 'missing' },
    ]);
    const { tool_turn_token: unready } = await get(world, without, ID);
    expect(await redeem(world, without, ID, unready)).toMatchObject({ outcome: 'redeemed', readiness: { ready: false } });
    expect(refusal(await redeem(world, ann, ID, unready)).code).toBe('catalog_changed');
  });

  it('retires the turn when another of its deliveries moved, and not when a capability that it does not hold did', async () => {
    const given = await scene.search([ID, OTHER]);
    const alone = await scene.token();
    await publish(world, ann, [capability('notes', { title: 'New' }), capability('more')]);
    expect(refusal(await redeem(world, ann, ID, given)).details['changes']).toEqual([
      { part: 'contract', key: `${ws}/${OTHER}`, from: '1', to: '2' },
    ]);
    expect((await redeem(world, ann, ID, alone)).outcome).toBe('redeemed');
  });

  it('is not moved by asking for what stands', async () => {
    const given = await scene.token();
    done(await world.registry.enable(context, { caller: ann, input: { pack_id: 'crm' } }));
    done(await world.registry.setPackState(context, { caller: ann, input: { pack_id: 'crm', state: 'live' } }));
    done(await world.registry.sharePack(context, { caller: ann, input: { pack_id: 'crm', with: [] } }));
    await publish(world, ann, [capability('deals', { ...needs('crm'), ...priced })], { title: 'Another title' });
    await scene.price(2_000, scene.lastVersion);
    await scene.connected('connected', scene.lastVersion - 1);
    expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
  });

  it('answers not fetched about what a retired turn never held', async () => {
    const given = await scene.token();
    await disable();
    expect(refusal(await redeem(world, ann, OTHER, given)).code).toBe('capability_not_fetched');
    refusal(await redeem(world, ann, ID, given));
    expect(refusal(await redeem(world, ann, OTHER, given)).code).toBe('capability_not_fetched');
  });
});
