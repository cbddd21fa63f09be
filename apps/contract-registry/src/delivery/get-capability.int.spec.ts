import { LIMITS, type Caller } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  get,
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
