import { LIMITS, type Caller } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  done,
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
describe('turns', () => {
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

  it('are listed page by page with what they hold, and never with their tokens', async () => {
    await publish(world, ann, [capability('deals'), capability('notes')]);
    const tokens = [];
    for (let minted = 0; minted < 5; minted += 1) tokens.push((await get(world, ann, ID)).tool_turn_token);
    await get(world, ann, idOf('notes'), tokens[0]);
    const seen = [];
    let cursor: string | null = null;
    do {
      const page: { items: { turn_id: string; capabilities: string[]; state: string }[]; next_cursor: string | null } = done(
        await world.registry.listTurns(context, { caller: ann, input: { limit: 2, ...(cursor !== null && { cursor }) } }),
      );
      expect(page.items.length).toBeLessThanOrEqual(2);
      seen.push(...page.items);
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(new Set(seen.map(({ turn_id }) => turn_id)).size).toBe(5);
    expect([...seen.at(-1)!.capabilities].sort()).toEqual([ID, idOf('notes')]);
    for (const token of tokens) expect(JSON.stringify(seen)).not.toContain(token);
    expect(done(await world.registry.listTurns(context, { caller: callerIn(`${ws}_b`), input: {} })).items).toEqual([]);
  });

  it('say whether they are open, retired by what, or over', async () => {
    await publish(world, ann, [capability('deals')]);
    const stateOf = async () =>
      done(await world.registry.listTurns(context, { caller: ann, input: {} })).items.map(({ state, change }) => [
        state,
        change?.part ?? null,
      ]);
    const { tool_turn_token: token } = await get(world, ann, ID);
    expect(await stateOf()).toEqual([['open', null]]);
    await publish(world, ann, [capability('deals', { title: 'Other' })]);
    refusal(await redeem(world, ann, ID, token));
    await get(world, ann, ID);
    expect(await stateOf()).toEqual([
      ['open', null],
      ['retired', 'contract'],
    ]);
    world.clock.advance(LIMITS.turnLifeMs + 1);
    expect(await stateOf()).toEqual([
      ['expired', null],
      ['retired', 'contract'],
    ]);
  });

  it('are ended by whoever may, in their own workspace only', async () => {
    await publish(world, ann, [capability('deals')]);
    const { tool_turn_token: token } = await get(world, ann, ID);
    const [turn] = done(await world.registry.listTurns(context, { caller: ann, input: {} })).items;
    const end = (caller: Caller) => world.registry.retireTurn(context, { caller, input: { turn_id: turn!.turn_id } });
    expect(done(await end(callerIn(`${ws}_b`))).retired).toBe(false);
    expect((await redeem(world, ann, ID, token)).outcome).toBe('redeemed');
    expect(done(await end({ ...ann, principal_id: 'us_admin' })).retired).toBe(true);
    expect(done(await end(ann)).retired).toBe(false);
    expect(refusal(await redeem(world, ann, ID, token)).code).toBe('tool_turn_expired');
  });
});
