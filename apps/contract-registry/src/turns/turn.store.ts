import { Injectable } from '@nestjs/common';
import { LIMITS, type VectorChange } from '@turnpike/contracts';
import { Database } from '@turnpike/platform-persistence';

export interface TurnRow extends Record<string, unknown> {
  readonly turn_id: string;
  readonly principal_id: string;
  readonly state: 'open' | 'retired' | 'ended';
  readonly minted_at: Date;
  readonly expires_at: Date;
  readonly goal: string | null;
  readonly change: VectorChange[] | null;
  readonly capabilities: string[];
}

@Injectable()
export class TurnStore {
  constructor(private readonly db: Database) {}

  list(workspaceId: string, before: string | null, limit: number): Promise<TurnRow[]> {
    return this.db.query<TurnRow>(
      `select turn_id, principal_id, state, minted_at, expires_at, goal, change,
              array(select capability_id from turn_deliveries d where d.turn_id = t.turn_id order by capability_id) as capabilities
       from turns t where workspace_id = $1 and ($2::text is null or turn_id < $2) order by turn_id desc limit $3`,
      [workspaceId, before, limit],
    );
  }

  /** Ends an open turn of the workspace. False when there is none of that id. */
  async end(workspaceId: string, turnId: string): Promise<boolean> {
    const rows = await this.db.query(
      `update turns set state = 'ended' where workspace_id = $1 and turn_id = $2 and state = 'open' returning turn_id`,
      [workspaceId, turnId],
    );
    return rows.length > 0;
  }

  /** The oldest of a principal's turns beyond the limit end. */
  async endSurplus(workspaceId: string, principalId: string): Promise<void> {
    await this.db.query(
      `update turns set state = 'ended' where state = 'open' and turn_id in (
         select turn_id from turns where workspace_id = $1 and principal_id = $2 and state = 'open' order by minted_at desc offset $3 limit 1000)`,
      [workspaceId, principalId, LIMITS.turnsPerPrincipal],
    );
  }
}
