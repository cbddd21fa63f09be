import { Injectable } from '@nestjs/common';
import type { Transaction } from '@turnpike/platform-persistence';

type WorkspaceFact = { workspace_id: string; name: string; version: number };
type PrincipalRow = { place: string; workspace_id: string; principal_id: string; active: boolean; roles: string[]; version: number };
type RevocationRow = {
  key: string;
  credential_id: string;
  principal_id: string;
  workspace_id: string | null;
  reason: string;
  version: number;
};

/** Pages of current rows, each in the order of its own key. */
@Injectable()
export class RetellAccessStore {
  workspaces(tx: Transaction, workspaceId: string | null, after: string, limit: number): Promise<WorkspaceFact[]> {
    return tx.query<WorkspaceFact>(
      `select workspace_id, name, version from workspaces
       where ($1::text is null or workspace_id = $1) and workspace_id > $2 order by workspace_id limit $3`,
      [workspaceId, after, limit],
    );
  }

  /** Removed ones too: a reader that missed the removal must learn it. Invitations are nobody's business yet. */
  principals(tx: Transaction, workspaceId: string | null, after: string, limit: number): Promise<PrincipalRow[]> {
    return tx.query<PrincipalRow>(
      `select workspace_id || '/' || principal_id as place, workspace_id, principal_id, state = 'active' as active, roles, version
       from memberships
       where state <> 'invited' and ($1::text is null or workspace_id = $1)
         and (workspace_id, principal_id) > (split_part($2, '/', 1), split_part($2, '/', 2))
       order by workspace_id, principal_id limit $3`,
      [workspaceId, after, limit],
    );
  }

  /** Keys for good; sessions are of no one workspace, and are told with all of them only. */
  revocations(tx: Transaction, workspaceId: string | null, after: string, limit: number): Promise<RevocationRow[]> {
    return tx.query<RevocationRow>(
      `select * from (
         select k.workspace_id as key, k.api_key_id as credential_id, k.api_key_id as principal_id, k.workspace_id,
           'revoked' as reason, m.version
         from api_keys k join memberships m on m.workspace_id = k.workspace_id and m.principal_id = k.api_key_id
         where k.revoked_at is not null and ($1::text is null or k.workspace_id = $1)
         union all
         select s.user_id, s.session_id, s.user_id, null, 'signed_out', s.version
         from sessions s where s.ended_at is not null and $1::text is null
       ) revoked where credential_id > $2 order by credential_id limit $3`,
      [workspaceId, after, limit],
    );
  }
}
