import { Injectable } from '@nestjs/common';
import { LIMITS, type AuthScheme, type ConnectionView } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import { Database, lockKey, type Transaction } from '@turnpike/platform-persistence';

export interface ConnectionRow extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly provider_id: string;
  readonly state: 'not_connected' | 'connected' | 'failing';
  readonly scheme: AuthScheme | null;
  readonly sealed: string | null;
  readonly base_url: string | null;
  readonly origins: string[];
  readonly account: string | null;
  readonly connected_at: Date | null;
  readonly version: number;
}

@Injectable()
export class ConnectionStore {
  constructor(private readonly db: Database) {}

  async find(workspaceId: string, providerId: string, within: Database | Transaction = this.db): Promise<ConnectionRow | null> {
    const [row] = await within.query<ConnectionRow>(
      { name: 'orchestrator-connection', text: 'select * from connections where workspace_id = $1 and provider_id = $2' },
      [workspaceId, providerId],
    );
    return row ?? null;
  }

  list(workspaceId: string): Promise<ConnectionRow[]> {
    return this.db.query<ConnectionRow>('select * from connections where workspace_id = $1 order by provider_id limit $2', [
      workspaceId,
      LIMITS.connectionsPerWorkspace,
    ]);
  }

  /** Whether a workspace has all the connections it may have, and this provider's is not one of them. Two at the same moment may pass. */
  async isFull(workspaceId: string, providerId: string): Promise<boolean> {
    const rows = await this.db.query('select 1 from connections where workspace_id = $1 and provider_id <> $2 limit $3', [
      workspaceId,
      providerId,
      LIMITS.connectionsPerWorkspace,
    ]);
    return rows.length >= LIMITS.connectionsPerWorkspace;
  }

  /** The fence: no create or claim through this connection is under way while this is held. */
  async fence(tx: Transaction, workspaceId: string, providerId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`connection:${workspaceId}/${providerId}`)]);
  }

  /** The caller holds the fence. */
  async save(tx: Transaction, row: Omit<ConnectionRow, 'version'>): Promise<ConnectionRow> {
    const [saved] = await tx.query<ConnectionRow>(
      `insert into connections (workspace_id, provider_id, state, scheme, sealed, base_url, origins, account, connected_at, version)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, next_version())
       on conflict (workspace_id, provider_id) do update set state = excluded.state, scheme = excluded.scheme, sealed = excluded.sealed, base_url = excluded.base_url,
         origins = excluded.origins, account = excluded.account, connected_at = excluded.connected_at, version = excluded.version
       returning *`,
      [
        row.workspace_id,
        row.provider_id,
        row.state,
        row.scheme && JSON.stringify(row.scheme),
        row.sealed,
        row.base_url,
        row.origins,
        row.account,
        row.connected_at,
      ],
    );
    if (!saved) throw new Error('the connection was not written');
    return saved;
  }
}

/** As a person sees it: never the credential. */
export const toConnectionView = (row: ConnectionRow): ConnectionView => ({
  provider_id: row.provider_id,
  state: row.state,
  scheme: row.scheme,
  base_url: row.base_url,
  account: row.account,
  connected_at: row.connected_at && toTimestamp(row.connected_at.getTime()),
  version: row.version,
});
