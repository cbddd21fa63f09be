import { goalReached, runMoved, type Caller } from '@turnpike/contracts';
import { callerIn, capability, context, done, get, publish, startedRegistry, type StartedRegistry } from '../proof/started-registry.js';

const ID = 'crm.deals.read';

// Real: PostgreSQL, the service as it runs, facts of the orchestrator over the bus.
describe('goals that were reached', () => {
  let world: StartedRegistry;
  let ann: Caller;
  let turnId: string;
  beforeAll(async () => {
    world = await startedRegistry();
    ann = callerIn('ws_a');
    await publish(world, ann, [capability('deals'), capability('notes')]);
    turnId = (await search('read the deals')).id;
  });
  afterAll(() => world.stop());

  const search = async (goal: string | null) =>
    done(
      await world.registry.deliver(context, {
        caller: ann,
        origin: { goal, query_terms: goal === null ? ['deals'] : null, pack_id: null },
        ranked: [{ capability_id: ID, owner_workspace_id: 'ws_a', score: 1, matched: [] }],
        deliver: 5,
      }),
    ).turn;
  let runs = 0;
  const ran = async (more: { turn_id?: string; capability_id?: string; workspace_id?: string; state?: 'running' | 'failed' }) => {
    const run = `run_${(runs += 1)}`;
    const data = {
      run_id: run,
      workspace_id: 'ws_a',
      principal_id: 'us_1',
      capability_id: ID,
      contract_version: 1,
      digest: 'd',
      turn_id: turnId,
      state: 'succeeded' as const,
      sequence: 3,
      error_code: null,
    };
    await world.tell(runMoved, run, { ...data, ...more });
  };
  const told = async () =>
    (await world.database.query<{ event: { data: object } }>(`select event from outbox where event->>'type' = $1`, [goalReached.type])).map(
      ({ event }) => event.data,
    );

  it('are told of runs that succeeded in a turn that a search for a goal began, and of no others', async () => {
    await ran({ state: 'running' });
    await ran({ state: 'failed' });
    await ran({ capability_id: 'crm.notes.read' });
    await ran({ workspace_id: 'ws_b' });
    await ran({ turn_id: 'turn_unknown' });
    await ran({ turn_id: (await search(null)).id });
    expect((await get(world, ann, ID)).tool_turn_token).toBeTruthy();
    const before = world.heard.filter(({ type }) => type === goalReached.type);
    expect([before, await told()]).toEqual([[], []]);
    await ran({});
    const until = Date.now() + 5_000;
    const heard = () => world.heard.filter(({ type }) => type === goalReached.type);
    while (heard().length === 0 && Date.now() < until) await new Promise((wake) => setTimeout(wake, 20));
    expect(heard().map(({ data }) => data)).toEqual([
      { workspace_id: 'ws_a', owner_workspace_id: 'ws_a', pack_id: 'crm', capability_id: ID, goal: 'read the deals' },
    ]);
  });
});
