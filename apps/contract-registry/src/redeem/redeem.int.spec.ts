import { connectionChanged, credentialRevoked, LIMITS, priceChanged, type Caller, type Refusal } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
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

const ID = 'crm.deals.read';
const OTHER = 'crm.notes.read';

// Real: PostgreSQL with the fence's functions, outbox, relay and bus, the service as it runs. The clock is moved by hand.
describe('redeem', () => {
  let world: StartedRegistry;
  let workspaces = 0;
  let ann: Caller;
  let ws: string;
  let versions = 1_000;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    ws = `ws_${(workspaces += 1)}`;
    ann = callerIn(ws);
    await publish(world, ann, [capability('deals', { ...needs('crm'), ...priced }), capability('notes')]);
    await connected('connected');
    await price(2_000);
  });

  const connected = (state: 'connected' | 'not_connected', version = (versions += 1)) =>
    world.tell(connectionChanged, `${ws}/crm`, { workspace_id: ws, provider_id: 'crm', state, account: null, connected_at: null, version });
  const price = (milli: number, version = (versions += 1)) =>
    world.tell(priceChanged, `${ws}/${ID}`, { owner_workspace_id: ws, capability_id: ID, per_call_milli: milli, version });
  const search = async (ids: readonly string[], packId: string | null = null) =>
    done(
      await world.registry.deliver(context, {
        caller: ann,
        origin: { goal: 'read deals', query_terms: null, pack_id: packId },
        ranked: ids.map((id) => ({ capability_id: id, owner_workspace_id: ws, score: 1, matched: [] })),
        deliver: 5,
      }),
    );
  const token = async (id = ID) => (await get(world, ann, id)).tool_turn_token;

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
    ['a turn that holds another contract', () => token(OTHER)],
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
    const given = await token();
    for (let used = 0; used < 5; used += 1) {
      world.clock.advance(LIMITS.turnLifeMs * 0.75);
      expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
    }
    world.clock.advance(LIMITS.turnLifeMs * 0.75);
    expect(refusal(await redeem(world, ann, ID, given))).toMatchObject({ code: 'tool_turn_expired', repair: { control: 'tools_get' } });
  });

  it('says that the turn is over, with the search that began it', async () => {
    const { tool_turn_token: given } = await search([ID], 'crm');
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
    ['connection', 'crm', () => connected('not_connected'), (to) => expect(to).toBe(String(versions))],
    ['price', ID, () => price(3_000), (to) => expect(to).toBe(String(versions))],
  ];
  it.each(moves)('refuses what moved, naming it: %s %s', async (part, key, move, expectTo) => {
    const got = await token();
    const found = (await search([ID, OTHER])).tool_turn_token;
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
    const given = await token();
    const without = { ...ann, permissions: ['catalog.read'] };
    expect(refusal(await redeem(world, without, ID, given)).details['changes']).toEqual([
      { part: 'permission', key: 'capabilities.run.read_only', from: 'held', to: 'missing' },
    ]);
    const { tool_turn_token: unready } = await get(world, without, ID);
    expect(await redeem(world, without, ID, unready)).toMatchObject({ outcome: 'redeemed', readiness: { ready: false } });
    expect(refusal(await redeem(world, ann, ID, unready)).code).toBe('catalog_changed');
  });

  it('retires the turn when another of its deliveries moved, and not when a capability that it does not hold did', async () => {
    const given = (await search([ID, OTHER])).tool_turn_token;
    const alone = await token();
    await publish(world, ann, [capability('notes', { title: 'New' }), capability('more')]);
    expect(refusal(await redeem(world, ann, ID, given)).details['changes']).toEqual([
      { part: 'contract', key: `${ws}/${OTHER}`, from: '1', to: '2' },
    ]);
    expect((await redeem(world, ann, ID, alone)).outcome).toBe('redeemed');
  });

  it('is not moved by asking for what stands', async () => {
    const given = await token();
    done(await world.registry.enable(context, { caller: ann, input: { pack_id: 'crm' } }));
    done(await world.registry.setPackState(context, { caller: ann, input: { pack_id: 'crm', state: 'live' } }));
    done(await world.registry.sharePack(context, { caller: ann, input: { pack_id: 'crm', with: [] } }));
    await publish(world, ann, [capability('deals', { ...needs('crm'), ...priced })], { title: 'Another title' });
    await price(2_000, versions);
    await connected('connected', versions - 1);
    expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
  });

  it('answers not fetched about what a retired turn never held', async () => {
    const given = await token();
    await disable();
    expect(refusal(await redeem(world, ann, OTHER, given)).code).toBe('capability_not_fetched');
    refusal(await redeem(world, ann, ID, given));
    expect(refusal(await redeem(world, ann, OTHER, given)).code).toBe('capability_not_fetched');
  });

  describe('under the fence', () => {
    it('waits for a writer that holds the lock, and then sees what it committed', async () => {
      const given = await token();
      let redeemed: ReturnType<typeof redeem> | undefined;
      let settled = false;
      await world.database.tx(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(lock_key('capability:' || $1 || '/' || $2))`, [ws, ID]);
        redeemed = redeem(world, ann, ID, given);
        void redeemed.then(() => (settled = true));
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(settled).toBe(false);
        await tx.query('update capabilities set head = null where owner_workspace_id = $1 and capability_id = $2', [ws, ID]);
      });
      expect(refusal(await redeemed!).code).toBe('catalog_changed');
    });

    it('never hands out a new vector with an old contract, however often it is published meanwhile', async () => {
      const publishing = (async () => {
        for (let at = 0; at < 20; at += 1) await publish(world, ann, [capability('notes', { title: `Title ${at}` })]);
      })();
      let over = false;
      void publishing.finally(() => (over = true));
      let read = 0;
      while (!over) {
        const got = await Promise.all(Array.from({ length: 8 }, () => get(world, ann, OTHER)));
        for (const { contract } of got) expect(contract!.contract.version).toBeGreaterThan(0);
        read += got.length;
      }
      await publishing;
      expect(read).toBeGreaterThan(20);
      const rows = await world.database.query<{ contract_version: number; v_contract: string }>(
        'select contract_version, v_contract from turn_deliveries where capability_id = $1 and owner_workspace_id = $2 and contract_version::text <> v_contract',
        [OTHER, ws],
      );
      expect(rows).toEqual([]);
    });
  });

  describe('observe', () => {
    const observe = (turnId: string, parts: object[]) =>
      world.registry.observe(context, { caller: ann, turn_id: turnId, capability_id: ID, parts: parts as never });
    const turnOf = async (given: string) => {
      const answer = await redeem(world, ann, ID, given);
      if (answer.outcome !== 'redeemed') throw new Error('not redeemed');
      return answer;
    };

    it('keeps what another owner says has moved, retires the turn, and so the repair repairs without the bus', async () => {
      const given = await token();
      const { turn, vector } = await turnOf(given);
      const to = String(Number(vector.connection) + 1_000_000);
      const part = { part: 'connection', key: `${ws}/crm`, from: vector.connection, to, value: { state: 'connected' } };
      const refused = refusal(await observe(turn.id, [part]));
      expect(refused).toMatchObject({
        code: 'catalog_changed',
        details: { changes: [{ part: 'connection', from: vector.connection, to }] },
        repair: { control: 'tools_get' },
      });
      expect(refusal(await redeem(world, ann, ID, given))).toEqual(refused);
      expect((await turnOf(await token())).vector.connection).toBe(to);
      versions = Number(to);
    });

    it('never goes back: older news and repeats change nothing', async () => {
      const newest = await turnOf(await token());
      for (const [part, key, value] of [
        ['connection', `${ws}/crm`, { state: 'not_connected' }],
        ['price', `${ws}/${ID}`, { per_call_milli: 1 }],
      ] as const) {
        const standing = newest.vector[part];
        const { turn } = await turnOf(await token());
        for (const to of [standing, String(Number(standing) - 1)])
          refusal(await observe(turn.id, [{ part, key, from: standing, to, value }]));
      }
      const after = await turnOf(await token());
      expect([after.vector, after.readiness]).toEqual([newest.vector, newest.readiness]);
    });

    it("says so about another's turn without touching it", async () => {
      const given = await token();
      const { turn } = await turnOf(given);
      const answer = await world.registry.observe(context, {
        caller: { ...ann, principal_id: 'us_other' },
        turn_id: turn.id,
        capability_id: ID,
        parts: [{ part: 'permission', key: 'p', from: 'held', to: 'missing' }],
      });
      expect(refusal(answer).code).toBe('catalog_changed');
      expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
    });
  });

  it('ends the open turns of a credential that was revoked, and no others', async () => {
    const mine = await token();
    const others = (await get(world, { ...ann, credential_id: 'cred_second' }, ID)).tool_turn_token;
    await world.tell(credentialRevoked, ws, {
      credential_id: ann.credential_id,
      principal_id: ann.principal_id,
      workspace_id: ws,
      reason: 'revoked',
      version: 1,
    });
    await eventually(async () => expect(refusal(await redeem(world, ann, ID, mine)).code).toBe('tool_turn_expired'));
    expect((await redeem(world, ann, ID, others)).outcome).toBe('redeemed');
  });
});
