import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '@turnpike/platform-persistence';

export type ApiKeyRow = {
  api_key_id: string;
  name: string;
  prefix: string;
  roles: string[];
  scopes: string[];
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
};

export interface NewApiKey {
  readonly apiKeyId: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly prefix: string;
  readonly hash: Buffer;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly createdAt: Date;
  readonly expiresAt: Date | null;
}

/** API keys: the SHA-256 of the secret and what people recognise it by, never the secret. */
@Injectable()
export class ApiKeysStore {
  constructor(private readonly database: Database) {}

  async add(tx: Transaction, key: NewApiKey): Promise<void> {
    await tx.query(
      `insert into api_keys (api_key_id, workspace_id, name, prefix, hash, scopes, created_by, created_at, expires_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [key.apiKeyId, key.workspaceId, key.name, key.prefix, key.hash, key.scopes, key.createdBy, key.createdAt, key.expiresAt],
    );
  }

  /** Revoked ones count: they stay in the list. */
  async count(tx: Transaction, workspaceId: string): Promise<number> {
    const [row] = await tx.query<{ count: number }>('select count(*) from api_keys where workspace_id = $1', [workspaceId]);
    return row!.count;
  }

  /** When it was revoked, which stays the first time; undefined where this workspace has no such key. */
  async revokedAt(tx: Transaction, workspaceId: string, apiKeyId: string): Promise<Date | null | undefined> {
    const [row] = await tx.query<{ revoked_at: Date | null }>(
      'select revoked_at from api_keys where workspace_id = $1 and api_key_id = $2',
      [workspaceId, apiKeyId],
    );
    return row?.revoked_at;
  }

  async revoke(tx: Transaction, workspaceId: string, apiKeyId: string, at: Date): Promise<void> {
    await tx.query('update api_keys set revoked_at = $3 where workspace_id = $1 and api_key_id = $2 and revoked_at is null', [
      workspaceId,
      apiKeyId,
      at,
    ]);
  }

  /** Newest first; at most `LIMITS.apiKeysPerWorkspace`, which creating keeps to. */
  list(workspaceId: string): Promise<ApiKeyRow[]> {
    return this.database.query<ApiKeyRow>(
      `select k.api_key_id, k.name, k.prefix, m.roles, k.scopes, k.created_at, k.expires_at, k.revoked_at, k.last_used_at
       from api_keys k join memberships m on m.workspace_id = k.workspace_id and m.principal_id = k.api_key_id
       where k.workspace_id = $1 order by k.created_at desc, k.api_key_id desc`,
      [workspaceId],
    );
  }
}
