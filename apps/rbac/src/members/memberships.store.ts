import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@turnpike/platform-persistence';

export type MembershipState = 'invited' | 'active' | 'removed';

// A type and not an interface: rows must be assignable to the driver's index signature.
export type MembershipRow = {
  workspace_id: string;
  principal_id: string;
  kind: 'user' | 'api_key';
  name: string;
  roles: string[];
  state: MembershipState;
  version: number;
};

export interface NewMembership {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly kind: 'user' | 'api_key';
  readonly name: string;
  readonly role: string;
  readonly state: 'invited' | 'active';
}

const COLUMNS = 'm.workspace_id, m.principal_id, m.kind, m.name, m.roles, m.state, m.version';

/** Who may do what in which workspace. Every write takes the principal's exclusive lock first; `authorize` shares it. */
@Injectable()
export class MembershipsStore {
  constructor(private readonly database: Database) {}

  /** The exclusive lock of one principal in one workspace; `authorize_principal` takes the shared one before it reads. */
  async lock(tx: Transaction, workspaceId: string, principalId: string): Promise<void> {
    await tx.query(`select pg_advisory_xact_lock(lock_key('principal:' || $1::text || '/' || $2::text))`, [workspaceId, principalId]);
  }

  async find(tx: Transaction, workspaceId: string, principalId: string): Promise<MembershipRow | null> {
    const [row] = await tx.query<MembershipRow>(
      `select ${COLUMNS} from memberships m where m.workspace_id = $1 and m.principal_id = $2 and m.state <> 'removed'`,
      [workspaceId, principalId],
    );
    return row ?? null;
  }

  /** Everyone who is not removed, invitations included; at most `LIMITS.membersPerWorkspace`, which adding keeps to. */
  all(tx: Transaction, workspaceId: string): Promise<MembershipRow[]> {
    return tx.query<MembershipRow>(`select ${COLUMNS} from memberships m where m.workspace_id = $1 and m.state <> 'removed'`, [
      workspaceId,
    ]);
  }

  /** Writes a member, or brings back one who was removed or invited. Answers the new version. */
  async put(tx: Transaction, member: NewMembership, now: number): Promise<number> {
    const { workspaceId, principalId, kind, name, role, state } = member;
    const [row] = await tx.query<{ version: number }>(
      `insert into memberships (workspace_id, principal_id, kind, name, roles, state, version, joined_at)
       values ($1, $2, $3, $4, array[$5::text], $6, next_version(), $7)
       on conflict (workspace_id, principal_id)
       do update set name = $4, roles = array[$5::text], state = $6, version = next_version(), joined_at = $7
       returning version`,
      [workspaceId, principalId, kind, name, role, state, new Date(now)],
    );
    return row!.version;
  }

  /** Of a member that is there. Answers the new version. */
  async setRole(tx: Transaction, workspaceId: string, principalId: string, role: string): Promise<number> {
    const [row] = await tx.query<{ version: number }>(
      `update memberships set roles = array[$3::text], version = next_version()
       where workspace_id = $1 and principal_id = $2 returning version`,
      [workspaceId, principalId, role],
    );
    return row!.version;
  }

  /** Of a member that is there. Answers the new version. */
  async setState(tx: Transaction, workspaceId: string, principalId: string, state: MembershipState): Promise<number> {
    const [row] = await tx.query<{ version: number }>(
      `update memberships set state = $3, version = next_version() where workspace_id = $1 and principal_id = $2 returning version`,
      [workspaceId, principalId, state],
    );
    return row!.version;
  }

  /** Members as people see them, users with their email. */
  list(workspaceId: string): Promise<(MembershipRow & { email: string | null })[]> {
    return this.database.query(
      `select ${COLUMNS}, u.email from memberships m left join users u on u.user_id = m.principal_id
       where m.workspace_id = $1 and m.state <> 'removed' order by m.joined_at, m.principal_id`,
      [workspaceId],
    );
  }
}
