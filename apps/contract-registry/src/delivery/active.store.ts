import { Injectable } from '@nestjs/common';
import type { CreditClass, PackState } from '@turnpike/contracts';
import type { PackFate } from '@turnpike/domain-catalog';
import { Database } from '@turnpike/platform-persistence';

/** One capability of a workspace's active catalog with all that its vector and readiness need. */
export interface ActiveRow extends Record<string, unknown> {
  readonly capability_id: string;
  readonly pack_id: string;
  readonly owner_workspace_id: string;
  readonly head: number;
  readonly digest: string;
  readonly permission: string;
  readonly scopes: string[];
  readonly provider_id: string | null;
  readonly cost_class: CreditClass;
  readonly pack_state: PackState;
  readonly successor: string | null;
  readonly gate: number;
  readonly install_version: number;
  readonly connection_state: string | null;
  readonly connection_version: number | null;
  readonly per_call_milli: number | null;
  readonly price_version: number | null;
}

/** Plan: installs by workspace, packs and capabilities by key; the projections by primary key. */
const BY_IDS = {
  name: 'registry-active-by-ids',
  text: `select a.*, s.state as connection_state, s.version as connection_version, p.per_call_milli, p.version as price_version
         from active_capabilities a
         left join seen_connections s on s.workspace_id = a.workspace_id and s.provider_id = a.provider_id
         left join seen_prices p on p.owner_workspace_id = a.owner_workspace_id and p.capability_id = a.capability_id
         where a.workspace_id = $1 and a.capability_id = any ($2)`,
};

export interface PackCount extends Record<string, unknown> {
  readonly pack_id: string;
  readonly title: string;
  readonly description: string;
  readonly contact: string | null;
  readonly owner_workspace_id: string;
  readonly state: PackState;
  readonly successor: string | null;
  readonly capabilities: number;
  readonly ready: number;
}

@Injectable()
export class ActiveStore {
  constructor(private readonly db: Database) {}

  byIds(workspaceId: string, ids: readonly string[]): Promise<ActiveRow[]> {
    return this.db.query<ActiveRow>(BY_IDS, [workspaceId, ids]);
  }

  /** Packs with how many capabilities they have and how many this caller could run. `scopes` null: no limit. */
  packs(workspaceId: string, permissions: readonly string[], scopes: readonly string[] | null): Promise<PackCount[]> {
    return this.db.query<PackCount>(
      `select a.pack_id, a.pack_title as title, a.pack_description as description, o.contact, a.owner_workspace_id, a.pack_state as state, a.successor, count(*) as capabilities,
              count(*) filter (where a.permission = any ($2)
                and (a.provider_id is null or s.state = 'connected')
                and (a.cost_class = 'free' or p.version is not null)
                and ($3::text[] is null or '*' = any ($3) or not exists (
                  select 1 from unnest(a.scopes) need where not (need = any ($3) or split_part(need, ':', 1) || ':*' = any ($3))))) as ready
       from active_capabilities a
       join packs o on o.owner_workspace_id = a.owner_workspace_id and o.pack_id = a.pack_id
       left join seen_connections s on s.workspace_id = a.workspace_id and s.provider_id = a.provider_id
       left join seen_prices p on p.owner_workspace_id = a.owner_workspace_id and p.capability_id = a.capability_id
       where a.workspace_id = $1 group by 1, 2, 3, 4, 5, 6, 7 order by a.pack_id limit 1000`,
      [workspaceId, permissions, scopes],
    );
  }

  /** The origins that the active catalog calls, of one pack or of all (null), each with five of its capabilities; at most 1,000. */
  addresses(
    workspaceId: string,
    packId: string | null,
  ): Promise<{ origin: string; provider_id: string | null; capabilities: number; sample: string[] }[]> {
    return this.db.query(
      `select a.origin, a.provider_id, count(*) as capabilities, (array_agg(a.capability_id order by a.capability_id))[1:5] as sample
       from active_capabilities a where a.workspace_id = $1 and a.origin is not null and ($2::text is null or a.pack_id = $2)
       group by 1, 2 order by 1, 2 limit 1000`,
      [workspaceId, packId],
    );
  }

  /**
   * What became of a pack that the workspace has had and may still know of; null for any other. `successor_active` says whether its
   * successor is in this workspace's active catalog.
   */
  async fateOf(workspaceId: string, packId: string): Promise<PackFate | null> {
    const [row] = await this.db.query<PackFate & Record<string, unknown>>(
      `select p.pack_id, p.state, p.successor,
              exists (select 1 from active_capabilities a where a.workspace_id = i.workspace_id and a.pack_id = p.successor) as successor_active
       from installs i join packs p on p.owner_workspace_id = i.owner_workspace_id and p.pack_id = i.pack_id
       where i.workspace_id = $1 and i.pack_id = $2 and p.state in ('deprecated', 'withdrawn')
         and (p.owner_workspace_id = i.workspace_id or p.shared_all or i.workspace_id = any (p.shared_with))`,
      [workspaceId, packId],
    );
    return row ?? null;
  }

  providers(
    workspaceId: string,
  ): Promise<{ provider_id: string; title: string; capabilities: number; sample: string[]; origins: string[] }[]> {
    return this.db.query(
      `select a.provider_id, min(coalesce(v.body->'provider'->>'title', a.provider_id)) as title, count(*) as capabilities,
              (array_agg(a.capability_id order by a.capability_id))[1:50] as sample,
              coalesce(array_agg(distinct a.origin) filter (where a.origin is not null), '{}') as origins
       from active_capabilities a
       join contract_versions v on v.owner_workspace_id = a.owner_workspace_id and v.capability_id = a.capability_id and v.contract_version = a.head
       where a.workspace_id = $1 and a.provider_id is not null group by a.provider_id order by a.provider_id limit 1000`,
      [workspaceId],
    );
  }
}
