import { connectionChanged, LIMITS, type Caller } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  get,
  needs,
  publish,
  redeem,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';

const ID = 'crm.deals.read';
const idOf = (name: string) => `crm.${name}.read`;

// Real: PostgreSQL, the service as it runs, facts of other owners over the bus. The clock is moved by hand.
describe('delivery of one contract', () => {
  let world: StartedRegistry;
  let workspaces = 0;
  let ann: Caller;
  let ws: string;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    ws = `ws_${(workspaces += 1)}`;
    ann = callerIn(ws);
  });

  beforeEach(() => publish(world, ann, [capability('deals'), capability('notes')]));

  it('mints a turn without a token, and a new one each time', async () => {
    const first = await get(world, ann, ID);
    expect(first).toMatchObject({
      capability_id: ID,
      already_fetched: false,
      note: null,
      contract: { fetched: true, readiness: { ready: true } },
    });
    expect(first.contract).not.toHaveProperty('executor');
    expect((await get(world, ann, ID)).tool_turn_token).not.toBe(first.tool_turn_token);
  });

  it('answers already_fetched without the schema, unless it is asked for again or has changed', async () => {
    const { tool_turn_token: token } = await get(world, ann, ID);
    expect(await get(world, ann, ID, token)).toEqual({
      capability_id: ID,
      already_fetched: true,
      contract: null,
      tool_turn_token: token,
      note: null,
    });
    expect(await get(world, ann, ID, token, true)).toMatchObject({ already_fetched: false, contract: { capability_id: ID } });
    await publish(world, ann, [capability('deals', { title: 'Other' })]);
    expect(await get(world, ann, ID, token)).toMatchObject({
      already_fetched: false,
      contract: { title: 'Other', contract: { version: 2 } },
    });
    expect(await redeem(world, ann, ID, token)).toMatchObject({
      outcome: 'redeemed',
      contract: { version: 2 },
      vector: { contract: '2' },
    });
  });

  it.each<[string, RegExp, (token: string) => Promise<unknown>, boolean]>([
    ['that never was', /no tool turn of yours/, async () => undefined, true],
    ['that is over', /is over/, async () => void world.clock.advance(LIMITS.turnLifeMs + 1), false],
    ['that was ended', /is over/, () => world.database.query(`update turns set state = 'ended' where workspace_id = $1`, [ws]), false],
    [
      'that a change retired',
      /retired by a change/,
      async (token) => {
        await publish(world, ann, [capability('deals', { title: 'Other' })]);
        refusal(await redeem(world, ann, ID, token));
      },
      false,
    ],
  ])('mints a new turn for a token %s, and says so', async (_name, note, make, unknown) => {
    const given = unknown ? 'tt_unknown' : (await get(world, ann, ID)).tool_turn_token;
    await make(given);
    const got = await get(world, ann, ID, given);
    expect(got.note).toMatch(note);
    expect(got.contract?.capability_id).toBe(ID);
    expect(got.tool_turn_token).not.toBe(given);
    expect((await redeem(world, ann, ID, got.tool_turn_token)).outcome).toBe('redeemed');
  });

  it('cannot tell the turn of another principal from none', async () => {
    const mine = { ...ann, principal_id: 'us_other' };
    const { tool_turn_token: token } = await get(world, ann, ID);
    const foreign = await get(world, mine, ID, token);
    const unknown = await get(world, mine, ID, 'tt_unknown');
    expect({ ...foreign, tool_turn_token: '' }).toEqual({ ...unknown, tool_turn_token: '' });
    expect(await get(world, ann, ID, token)).toMatchObject({ already_fetched: true });
  });

  it('calls ready only what its vector says was ready, though a connection comes meanwhile', async () => {
    await publish(world, ann, [capability('deals', needs('crm'))]);
    const { tool_turn_token: token } = await get(world, ann, idOf('notes'));
    let getting: ReturnType<typeof get> | undefined;
    await world.database.tx(async (tx) => {
      // Holds the get where it writes, after it has read.
      await tx.query('select 1 from turns where workspace_id = $1 for update', [ws]);
      getting = get(world, ann, ID, token);
      await new Promise((resolve) => setTimeout(resolve, 150));
      const connection = {
        workspace_id: ws,
        provider_id: 'crm',
        state: 'connected' as const,
        account: null,
        connected_at: null,
        version: 7,
      };
      await world.tell(connectionChanged, `${ws}/crm`, connection);
    });
    const ready = (await getting!).contract?.readiness.ready;
    const [row] = await world.database.query<{ v_connection: string }>(
      'select v_connection from turn_deliveries where owner_workspace_id = $1 and capability_id = $2',
      [ws, ID],
    );
    expect([ready, row?.v_connection]).toEqual([false, '0']);
    expect(await get(world, ann, ID, token)).toMatchObject({ contract: { readiness: { ready: true } } });
    expect(await redeem(world, ann, ID, token)).toMatchObject({ outcome: 'redeemed', vector: { connection: '7' } });
  });

  it('holds 64 contracts in a turn however many are read at once', async () => {
    const names = Array.from({ length: LIMITS.contractsPerTurn + 4 }, (_none, at) => `n${at}`);
    await publish(
      world,
      ann,
      names.map((name) => capability(name)),
    );
    const { tool_turn_token: token } = await get(world, ann, idOf('n0'));
    const ask = (name: string) =>
      world.registry.get(context, { caller: ann, input: { capability_id: idOf(name), tool_turn_token: token } });
    for (const name of names.slice(1, LIMITS.contractsPerTurn - 1)) await ask(name);
    let asking: Promise<Awaited<ReturnType<typeof ask>>[]> | undefined;
    await world.database.tx(async (tx) => {
      // Holds them all where they write, so that each has looked for room before any has taken it.
      await tx.query('select 1 from turns where workspace_id = $1 for update', [ws]);
      asking = Promise.all(names.slice(-5).map(ask));
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    expect((await asking!).map(({ outcome }) => outcome).sort()).toEqual(['done', 'refused', 'refused', 'refused', 'refused']);
  });

  it('holds 64 contracts in a turn, and says what to do with the next', async () => {
    const names = Array.from({ length: LIMITS.contractsPerTurn }, (_none, at) => `n${at}`);
    await publish(
      world,
      ann,
      names.map((name) => capability(name)),
    );
    const { tool_turn_token: token } = await get(world, ann, idOf(names[0]!));
    for (const name of names.slice(1)) expect((await get(world, ann, idOf(name), token)).already_fetched).toBe(false);
    const refused = refusal(await world.registry.get(context, { caller: ann, input: { capability_id: ID, tool_turn_token: token } }));
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { limit: 64 },
      repair: { control: 'tools_get', arguments: { capability_id: ID } },
    });
    expect(await get(world, ann, idOf(names[0]!), token, true)).toMatchObject({ already_fetched: false });
    expect((await redeem(world, ann, idOf(names[63]!), token)).outcome).toBe('redeemed');
  });
});
