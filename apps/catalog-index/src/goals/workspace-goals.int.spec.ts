import { goalReached, LIMITS } from '@turnpike/contracts';
import { freshDatabase, type FreshDatabase } from '@turnpike/testing';
import { migrations } from '../migrations.js';
import { learnedGoalsConsumer } from './learned-goals.consumer.js';
import { WorkspaceGoals } from './workspace-goals.js';

const reached = (workspaceId: string, goal: string) => ({
  workspace_id: workspaceId,
  owner_workspace_id: 'ws_pub',
  pack_id: 'crm',
  capability_id: 'crm.deals.read',
  goal,
});

// Real: PostgreSQL.
describe('learned goals in the database', () => {
  let fresh: FreshDatabase;
  let goals: WorkspaceGoals;
  beforeAll(async () => {
    fresh = await freshDatabase(migrations, 'index');
  });
  afterAll(() => fresh.drop());
  beforeEach(async () => {
    await fresh.db.query('delete from learned_goals');
    goals = new WorkspaceGoals(fresh.db);
  });

  async function hear(data: ReturnType<typeof reached>): Promise<void> {
    const [subscription] = learnedGoalsConsumer(goals).subscriptions;
    expect(subscription?.event).toBe(goalReached);
    await fresh.db.tx((tx) => subscription!.handle(tx, [{ data }] as never));
  }
  const restarted = async () => {
    const read = new WorkspaceGoals(fresh.db);
    await read.load();
    return read;
  };
  const kept = async () =>
    (await fresh.db.query<{ goal: string }>('select goal from learned_goals order by reached_at')).map(({ goal }) => goal);

  it('are there again after a restart, each once and in its own workspace', async () => {
    for (const goal of ['read the deals', 'read the deals']) await hear(reached('ws_a', goal));
    await hear(reached('ws_b', 'archive parcels'));
    expect((await kept()).length).toBe(2);
    for (const each of [goals, await restarted()]) {
      expect(each.like('ws_a', 'read deals').map(({ likeness }) => likeness)).toEqual([1]);
      expect(each.like('ws_a', 'archive parcels')).toEqual([]);
      expect(each.like('ws_b', 'read deals')).toEqual([]);
    }
  });

  it('are erased for good, in one workspace only', async () => {
    for (const workspace of ['ws_a', 'ws_b']) await hear(reached(workspace, 'read the deals'));
    expect(await goals.forget('ws_a')).toBe(1);
    for (const each of [goals, await restarted()])
      expect([each.like('ws_a', 'read deals').length, each.like('ws_b', 'read deals').length]).toEqual([0, 1]);
  });

  it('are at most 500 in a workspace: what was reached longest ago goes', async () => {
    const most = LIMITS.learnedGoalsPerWorkspace;
    await fresh.db.query(
      `insert into learned_goals (workspace_id, owner_workspace_id, capability_id, pack_id, goal_hash, goal, reached_at)
       select 'ws_a', 'ws_pub', 'crm.deals.read', 'crm', sha256(n::text::bytea), 'goal ' || n, now() - interval '1 day' + n * interval '1 second' from generate_series(1, $1) n`,
      [most],
    );
    await hear(reached('ws_a', 'read the deals'));
    const left = await kept();
    expect([left.length, left[0], left.at(-1)]).toEqual([most, 'goal 2', 'read the deals']);
  });

  it('may be as long as a search allows', async () => {
    await hear(reached('ws_a', 'x'.repeat(LIMITS.goalCharacters)));
    expect((await kept()).map(({ length }) => length)).toEqual([LIMITS.goalCharacters]);
  });
});
