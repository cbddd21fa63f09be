import { Injectable } from '@nestjs/common';
import { Database } from '@turnpike/platform-persistence';

export type KeyRow = {
  api_key_id: string;
  name: string;
  scopes: string[];
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  workspace_id: string;
  workspace_name: string;
  roles: string[];
  state: string;
  version: number;
};

export type SessionRow = {
  session_id: string;
  user_id: string;
  signed_in_at: Date;
  last_seen_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  workspace_id: string | null;
  workspace_name: string;
  name: string;
  roles: string[];
  version: number;
};

// Plan: unique index on api_keys.hash, then the two primary keys.
const BY_KEY = {
  name: 'rbac-authenticate-key',
  text: `select k.api_key_id, k.name, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
      w.workspace_id, w.name as workspace_name, m.roles, m.state, m.version
    from api_keys k
    join workspaces w on w.workspace_id = k.workspace_id
    join memberships m on m.workspace_id = k.workspace_id and m.principal_id = k.api_key_id
    where k.hash = $1`,
};

// Plan: unique index on sessions.hash, then memberships_of_principal (or its primary key when the workspace is named).
const BY_SESSION = {
  name: 'rbac-authenticate-session',
  text: `select s.session_id, s.user_id, s.signed_in_at, s.last_seen_at, s.expires_at, s.ended_at,
      m.workspace_id, m.workspace_name, m.name, m.roles, m.version
    from sessions s
    left join lateral (
      select m.workspace_id, w.name as workspace_name, m.name, m.roles, m.version
      from memberships m join workspaces w on w.workspace_id = m.workspace_id
      where m.principal_id = s.user_id and m.state = 'active' and ($2::text is null or m.workspace_id = $2)
      order by m.joined_at, m.workspace_id limit 1
    ) m on true
    where s.hash = $1`,
};

const AUTHORIZE = {
  name: 'rbac-authorize',
  text: 'select credential_live, allowed, version from authorize_principal($1, $2, $3, $4, $5, make_interval(secs => $6))',
};

const KEYS_USED = {
  name: 'rbac-keys-used',
  text: 'update api_keys set last_used_at = $2 where api_key_id = any($1) and (last_used_at is null or last_used_at < $2)',
};
const SESSIONS_SEEN = {
  name: 'rbac-sessions-seen',
  text: 'update sessions set last_seen_at = $2 where session_id = any($1) and ended_at is null and last_seen_at < $2',
};

export interface AuthorizeQuestion {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly credentialId: string;
  /** Roles that hold the permission asked for. */
  readonly holders: readonly string[];
  readonly now: number;
  readonly idleMs: number;
}

type AuthorizeRow = { credential_live: boolean; allowed: boolean; version: number };

/** The hot path: one named prepared statement a question. */
@Injectable()
export class CredentialsStore {
  constructor(private readonly database: Database) {}

  async byKey(hash: Buffer): Promise<KeyRow | null> {
    const [row] = await this.database.query<KeyRow>(BY_KEY, [hash]);
    return row ?? null;
  }

  /** `workspace_id` is null in the row where the user is no active member of the workspace asked for, or of any. */
  async bySession(hash: Buffer, workspaceId: string | null): Promise<SessionRow | null> {
    const [row] = await this.database.query<SessionRow>(BY_SESSION, [hash, workspaceId]);
    return row ?? null;
  }

  async authorize({ workspaceId, principalId, credentialId, holders, now, idleMs }: AuthorizeQuestion): Promise<AuthorizeRow> {
    const values = [workspaceId, principalId, credentialId, holders, new Date(now), idleMs / 1000];
    const [row] = await this.database.query<AuthorizeRow>(AUTHORIZE, values);
    return row!;
  }

  async noteUse(apiKeyIds: readonly string[], sessionIds: readonly string[], now: number): Promise<void> {
    if (apiKeyIds.length > 0) await this.database.query(KEYS_USED, [apiKeyIds, new Date(now)]);
    if (sessionIds.length > 0) await this.database.query(SESSIONS_SEEN, [sessionIds, new Date(now)]);
  }
}
