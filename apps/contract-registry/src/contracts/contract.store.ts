import { Injectable } from '@nestjs/common';
import type { Contract } from '@turnpike/contracts';
import type { PublishChange, StandingCapability } from '@turnpike/domain-catalog';
import { contentDigest, parseUrl } from '@turnpike/kernel';
import { Database, lockKey, type Transaction } from '@turnpike/platform-persistence';
import { LRUCache } from 'lru-cache';

/** Characters of published text that are kept; their parsed form takes a small multiple. */
const MOST_BODIES = 5_000;
const MOST_BODY_CHARACTERS = 16 * 1024 * 1024;

@Injectable()
export class ContractStore {
  /** Bodies by digest: immutable, so what is kept is never wrong. */
  private readonly bodies = new LRUCache<string, Contract>({ max: MOST_BODIES, maxSize: MOST_BODY_CHARACTERS });

  constructor(private readonly db: Database) {}

  async standing(tx: Transaction, owner: string, packId: string): Promise<StandingCapability[]> {
    const rows = await tx.query<{ capability_id: string; head: number | null; newest: number; digest: string | null }>(
      `select c.capability_id, c.head, h.digest,
              (select max(contract_version) from contract_versions v where v.owner_workspace_id = c.owner_workspace_id and v.capability_id = c.capability_id) as newest
       from capabilities c left join contract_versions h on h.owner_workspace_id = c.owner_workspace_id and h.capability_id = c.capability_id and h.contract_version = c.head
       where c.owner_workspace_id = $1 and c.pack_id = $2`,
      [owner, packId],
    );
    return rows.map((row) => ({ capabilityId: row.capability_id, newestVersion: row.newest, head: row.head, headDigest: row.digest }));
  }

  /** New version rows; nobody can see them before a head points at them. */
  async insertVersions(tx: Transaction, owner: string, by: string, changes: readonly PublishChange[]): Promise<void> {
    const rows = changes.flatMap(({ contract, toVersion, digest }) =>
      contract ? [{ contract, version: toVersion, digest, origin: originOf(contract) }] : [],
    );
    if (rows.length === 0) return;
    await tx.query(
      `insert into contract_versions (owner_workspace_id, capability_id, contract_version, digest, body, permission, scopes, provider_id, cost_class, origin, published_by)
       select $1, r->'contract'->>'capability_id', (r->>'version')::int, r->>'digest', r->'contract', r->'contract'->>'permission',
              array(select json_array_elements_text(r->'contract'->'scopes')), r->'contract'->'provider'->>'id', r->'contract'->'cost'->>'class', r->>'origin', $2
       from json_array_elements($3::json) r`,
      [owner, by, JSON.stringify(rows)],
    );
  }

  /** Points heads at their new versions (null: left the catalog) and answers the version each move is told with. The caller holds the fence. */
  async moveHeads(
    tx: Transaction,
    owner: string,
    packId: string,
    moves: readonly { capabilityId: string; head: number | null; source: string | null }[],
  ): Promise<Map<string, number>> {
    const rows = await tx.query<{ capability_id: string; version: number }>(
      `insert into capabilities (owner_workspace_id, capability_id, pack_id, head, version, source_operation)
       select $1, m->>'capabilityId', $2, (m->>'head')::int, next_version(), m->>'source' from jsonb_array_elements($3::jsonb) m
       on conflict (owner_workspace_id, capability_id) do update
         set head = excluded.head, version = excluded.version, source_operation = coalesce(excluded.source_operation, capabilities.source_operation)
       returning capability_id, version`,
      [owner, packId, JSON.stringify(moves)],
    );
    return new Map(rows.map(({ capability_id, version }) => [capability_id, version]));
  }

  async fenceCapability(tx: Transaction, owner: string, capabilityId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`capability:${owner}/${capabilityId}`)]);
  }

  /** A body by its digest, for a workspace that published it or may have been delivered it. Null when there is none. */
  async body(digest: string): Promise<Contract | null> {
    return (await this.bodiesOf([digest])).get(digest) ?? null;
  }

  /** The same for several: what is not known yet is read at once. A digest without a body is missing from the answer. */
  async bodiesOf(digests: readonly string[]): Promise<Map<string, Contract>> {
    const found = new Map<string, Contract>();
    const missing: string[] = [];
    for (const digest of digests) {
      const known = this.bodies.get(digest);
      if (known) found.set(digest, known);
      else missing.push(digest);
    }
    if (missing.length === 0) return found;
    for (const { digest, text } of await this.db.query<{ digest: string; text: string }>(BODIES, [missing])) {
      const body = JSON.parse(text) as Contract;
      this.bodies.set(digest, body, { size: text.length });
      found.set(digest, body);
    }
    return found;
  }

  /** Those whose very content was never published before: what was published has been vetted. */
  async unpublished(contracts: readonly Contract[]): Promise<Contract[]> {
    const digests = contracts.map((contract) => contentDigest(contract));
    const rows = await this.db.query<{ digest: string }>('select distinct digest from contract_versions where digest = any ($1)', [
      digests,
    ]);
    const known = new Set(rows.map(({ digest }) => digest));
    return contracts.filter((_contract, at) => !known.has(digests[at] ?? ''));
  }

  /** The workspace whose capability a caller means by an id: its own pack's, else that of the pack it has enabled. */
  async ownerFor(workspaceId: string, capabilityId: string): Promise<string | null> {
    const [row] = await this.db.query<{ owner: string }>(
      `select owner from (
         select 0 as rank, owner_workspace_id as owner from capabilities where owner_workspace_id = $1 and capability_id = $2
         union all select 1, owner_workspace_id from active_capabilities where workspace_id = $1 and capability_id = $2) found order by rank limit 1`,
      [workspaceId, capabilityId],
    );
    return row?.owner ?? null;
  }
}

/** Plan: contract_versions_digest, once for each. */
const BODIES = {
  name: 'registry-contract-bodies',
  text: `select d.digest, v.text from unnest($1::text[]) as d (digest),
           lateral (select body::text as text from contract_versions v where v.digest = d.digest limit 1) v`,
};

/** Where an `http` contract calls, so that a credential can be bound to it. */
const originOf = (contract: Contract): string | null =>
  contract.executor.kind === 'http' ? (parseUrl(contract.executor.server_url)?.origin ?? null) : null;
