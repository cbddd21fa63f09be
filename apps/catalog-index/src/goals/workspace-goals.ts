import { LIMITS } from '@turnpike/contracts';
import type { Database } from '@turnpike/platform-persistence';
import { LearnedGoals, type LikeGoal } from '@turnpike/platform-search';

type Row = { workspace_id: string; owner_workspace_id: string; pack_id: string; capability_id: string; goal: string };

/** What each workspace has learned, each by itself: there is no way from one to another's. */
export class WorkspaceGoals {
  private readonly byWorkspace = new Map<string, LearnedGoals>();

  constructor(private readonly database: Database) {}

  /** Reads back what the database kept. */
  async load(): Promise<void> {
    const rows = await this.database.query<Row>(
      'select workspace_id, owner_workspace_id, pack_id, capability_id, goal from learned_goals order by reached_at',
    );
    for (const row of rows) this.learn(row);
  }

  learn({ workspace_id: workspaceId, owner_workspace_id: owner, pack_id: packId, capability_id: capabilityId, goal }: Row): void {
    const goals = this.byWorkspace.get(workspaceId) ?? new LearnedGoals(LIMITS.learnedGoalsPerWorkspace);
    this.byWorkspace.set(workspaceId, goals);
    goals.learn({ packKey: `${owner}/${packId}`, capabilityId, goal });
  }

  like(workspaceId: string, text: string): LikeGoal[] {
    return this.byWorkspace.get(workspaceId)?.like(text) ?? [];
  }

  /** Erases all that a workspace has learned; answers how many goals. */
  async forget(workspaceId: string): Promise<number> {
    const rows = await this.database.query('delete from learned_goals where workspace_id = $1 returning 1', [workspaceId]);
    this.byWorkspace.delete(workspaceId);
    return rows.length;
  }
}
