import { openDoor, type OpenDoor } from './open-door.js';

const GOAL = 'fathom our war chest';
const ID = 'credits.balance.read';

// Real: the whole product behind a socket; runs that succeed, facts over the bus, what the index keeps.
describe('goals that a workspace learned', () => {
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor();
  }, 60_000);
  afterAll(() => door.close());

  const found = async (goal = GOAL) => {
    const { candidates } = await door.agent.data('tools_search', { goal });
    return candidates.map(({ capability_id: id }: { capability_id: string }) => id);
  };
  /** Searches, reads the contract into that turn and runs it there. */
  async function reach() {
    const { tool_turn_token: token } = await door.agent.data('tools_search', { goal: GOAL });
    await door.agent.data('tools_get', { capability_id: ID, tool_turn_token: token });
    const run = await door.agent.data('tools_run', { capability_id: ID, params: {}, mode: 'live', tool_turn_token: token });
    expect(run.state).toBe('succeeded');
  }

  it('are found by the next search, until they are forgotten', async () => {
    const before = await found();
    expect(before).not.toContain(ID);
    await reach();
    const until = Date.now() + 10_000;
    while (!(await found()).includes(ID) && Date.now() < until) await new Promise((wake) => setTimeout(wake, 50));
    expect((await found())[0]).toBe(ID);
    expect(await found('fathom that war chest now')).toContain(ID);
    expect((await door.owner.refusal('goals_forget', {})).code).toBe('confirmation_required');
    expect(await door.owner.data('goals_forget', { confirm: true })).toEqual({ forgotten: 1 });
    expect(await found()).toEqual(before);
  }, 30_000);
});
