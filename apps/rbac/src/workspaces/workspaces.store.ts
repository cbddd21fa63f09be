import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@turnpike/platform-persistence';

type ListedWorkspace = { workspace_id: string; name: string; roles: string[] };

@Injectable()
export class WorkspacesStore {
  constructor(private readonly database: Database) {}

  /** Answers the version of the new workspace. */
  async add(tx: Transaction, workspaceId: string, name: string, now: number): Promise<number> {
    const [row] = await tx.query<{ version: number }>(
      'insert into workspaces (workspace_id, name, version, created_at) values ($1, $2, next_version(), $3) returning version',
      [workspaceId, name, new Date(now)],
    );
    return row!.version;
  }

  async countOf(tx: Transaction, principalId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>(`select count(*) from memberships where principal_id = $1 and state = 'active'`, [
      principalId,
    ]);
    return row!.count;
  }

  /** Those in which this principal is an active member, and no other. */
  listOf(principalId: string, most: number): Promise<ListedWorkspace[]> {
    return this.database.query<ListedWorkspace>(
      `select w.workspace_id, w.name, m.roles from memberships m join workspaces w using (workspace_id)
       where m.principal_id = $1 and m.state = 'active' order by m.joined_at, w.workspace_id limit $2`,
      [principalId, most],
    );
  }
}
