import { goalReached, LIMITS } from '@turnpike/contracts';
import { done, on, type Consumer } from '@turnpike/platform-messaging';
import { onCommit } from '@turnpike/platform-persistence';
import type { WorkspaceGoals } from './workspace-goals.js';

const KEEP = `
  insert into learned_goals (workspace_id, owner_workspace_id, capability_id, pack_id, goal_hash, goal)
  values ($1, $2, $3, $4, sha256(convert_to($5, 'UTF8')), $5)
  on conflict (workspace_id, owner_workspace_id, capability_id, goal_hash) do update set reached_at = now()`;

const DROP_OLDEST = `
  delete from learned_goals where (workspace_id, owner_workspace_id, capability_id, goal_hash) in (
    select workspace_id, owner_workspace_id, capability_id, goal_hash from learned_goals
     where workspace_id = $1 order by reached_at desc offset $2 limit 100)`;

/** Keeps the goals that a workspace's runs reached: in the database first, and in memory once that is committed. */
export const learnedGoalsConsumer = (goals: WorkspaceGoals): Consumer => ({
  name: 'index.learned-goals',
  commutative: true,
  subscriptions: [
    on(goalReached, async (tx, { data }) => {
      await tx.query(KEEP, [data.workspace_id, data.owner_workspace_id, data.capability_id, data.pack_id, data.goal]);
      await tx.query(DROP_OLDEST, [data.workspace_id, LIMITS.learnedGoalsPerWorkspace]);
      onCommit(tx, () => goals.learn(data));
      return done;
    }),
  ],
});
