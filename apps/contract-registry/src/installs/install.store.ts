import { Injectable } from '@nestjs/common';
import type { JsonObject } from '@turnpike/contracts';
import { Database, lockKey, type Transaction } from '@turnpike/platform-persistence';

export interface InstallRow extends Record<string, unknown> {
  readonly workspace_id: string;
  readonly pack_id: string;
  readonly owner_workspace_id: string;
  readonly enabled: boolean;
  readonly settings: JsonObject;
  readonly version: number;
  readonly updated_at: Date;
}

/** A pack that a workspace has or could have. */
export interface AvailableRow extends Record<string, unknown> {
  readonly pack_id: string;
  readonly owner_workspace_id: string;
  readonly enabled: boolean;
  readonly settings: JsonObject;
  readonly updated_at: Date;
}

@Injectable()
export class InstallStore {
  constructor(private readonly db: Database) {}

  /** The fence: no redeem through this install is under way while this is held. */
  async fence(tx: Transaction, workspaceId: string, packId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`install:${workspaceId}/${packId}`)]);
  }

  async find(tx: Transaction, workspaceId: string, packId: string): Promise<InstallRow | null> {
    const [row] = await tx.query<InstallRow>('select * from installs where workspace_id = $1 and pack_id = $2', [workspaceId, packId]);
    return row ?? null;
  }

  /** The caller holds the fence. */
  async save(
    tx: Transaction,
    install: Pick<InstallRow, 'workspace_id' | 'pack_id' | 'owner_workspace_id' | 'enabled' | 'settings'>,
  ): Promise<InstallRow> {
    const [row] = await tx.query<InstallRow>(
      `insert into installs (workspace_id, pack_id, owner_workspace_id, enabled, settings, version) values ($1, $2, $3, $4, $5, next_version())
       on conflict (workspace_id, pack_id) do update
         set owner_workspace_id = excluded.owner_workspace_id, enabled = excluded.enabled, settings = excluded.settings, version = excluded.version, updated_at = now()
       returning *`,
      [install.workspace_id, install.pack_id, install.owner_workspace_id, install.enabled, JSON.stringify(install.settings)],
    );
    if (!row) throw new Error('the install was not written');
    return row;
  }

  /** Packs that the workspace has, or could have: its own and those shared with it. */
  available(workspaceId: string): Promise<AvailableRow[]> {
    return this.db.query(
      `select p.pack_id, p.owner_workspace_id, coalesce(i.enabled, false) as enabled, coalesce(i.settings, '{}') as settings, coalesce(i.updated_at, p.updated_at) as updated_at
       from packs p left join installs i on i.workspace_id = $1 and i.pack_id = p.pack_id and i.owner_workspace_id = p.owner_workspace_id
       where p.state <> 'withdrawn' and (p.owner_workspace_id = $1 or (p.state <> 'draft' and (p.shared_all or $1 = any (p.shared_with))))
       order by p.pack_id, p.owner_workspace_id limit 1000`,
      [workspaceId],
    );
  }
}
