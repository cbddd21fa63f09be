import type { Contract, PackState } from '@turnpike/contracts';
import { mayUsePack, type PackVisibility } from '@turnpike/domain-catalog';
import type { SearchDocument, SearchEngine } from '@turnpike/platform-search';

export interface KnownPack {
  readonly owner_workspace_id: string;
  readonly pack_id: string;
  readonly title: string;
  readonly description: string;
  readonly state: PackState;
  readonly shared_all: boolean;
  readonly shared_with: readonly string[];
  readonly version: number;
}

export interface KnownInstall {
  readonly workspace_id: string;
  readonly pack_id: string;
  readonly owner_workspace_id: string;
  readonly enabled: boolean;
  readonly version: number;
}

/** Workspaces whose visible packs are kept. */
const MOST_VISIBLE = 1_000;

const keyOf = (owner: string, packId: string): string => `${owner}/${packId}`;

/** The catalog in memory: packs, who has them enabled, and the search engine over their capabilities. Applied by version. */
export class Catalog {
  private readonly packs = new Map<string, KnownPack>();
  private readonly installs = new Map<string, Map<string, KnownInstall>>();
  /** Contracts by pack, so that a pack that is told after its contracts, or renamed, is indexed anew. */
  private readonly contracts = new Map<string, Map<string, { contract: Contract | null; version: number }>>();

  private readonly visible = new Map<string, { revision: number; packKeys: ReadonlySet<string> }>();
  /** Counts changes: two answers with the same revision come from the same catalog. */
  revision = 0;

  constructor(readonly engine: SearchEngine) {}

  applyPack(pack: KnownPack): void {
    const key = keyOf(pack.owner_workspace_id, pack.pack_id);
    const known = this.packs.get(key);
    if (known && known.version >= pack.version) return;
    this.packs.set(key, pack);
    this.revision += 1;
    if (known && known.title === pack.title && known.description === pack.description) return;
    for (const { contract } of this.contracts.get(key)?.values() ?? []) if (contract) this.engine.apply(toDocument(pack, contract));
  }

  applyContract(owner: string, packId: string, capabilityId: string, contract: Contract | null, version: number): void {
    const key = keyOf(owner, packId);
    const ofPack = this.contracts.get(key) ?? new Map<string, { contract: Contract | null; version: number }>();
    this.contracts.set(key, ofPack);
    const known = ofPack.get(capabilityId);
    if (known && known.version >= version) return;
    ofPack.set(capabilityId, { contract, version });
    this.revision += 1;
    const pack = this.packs.get(key);
    if (!contract) this.engine.remove(key, capabilityId);
    else if (pack) this.engine.apply(toDocument(pack, contract));
  }

  applyInstall(install: KnownInstall): void {
    const ofWorkspace = this.installs.get(install.workspace_id) ?? new Map<string, KnownInstall>();
    this.installs.set(install.workspace_id, ofWorkspace);
    const known = ofWorkspace.get(install.pack_id);
    if (known && known.version >= install.version) return;
    ofWorkspace.set(install.pack_id, install);
    this.revision += 1;
  }

  /**
   * Keys of the packs that a workspace may use: enabled there, and live or deprecated and shared with it, or its own. The same set is
   * answered until something changes, since the search engine keeps what it made of one.
   */
  visiblePacks(workspaceId: string): ReadonlySet<string> {
    const known = this.visible.get(workspaceId);
    if (known?.revision === this.revision) return known.packKeys;
    const packKeys = this.findVisible(workspaceId);
    if (this.visible.size >= MOST_VISIBLE) this.visible.clear();
    this.visible.set(workspaceId, { revision: this.revision, packKeys });
    return packKeys;
  }

  private findVisible(workspaceId: string): ReadonlySet<string> {
    const visible = new Set<string>();
    for (const { pack_id, owner_workspace_id: owner, enabled } of this.installs.get(workspaceId)?.values() ?? []) {
      const pack = this.packs.get(keyOf(owner, pack_id));
      if (enabled && pack && mayUsePack(visibilityOf(pack), workspaceId)) visible.add(keyOf(owner, pack_id));
    }
    return visible;
  }

  /** The newest version of the pack or of one of its capabilities that was told. Facts of one pack come in their order. */
  packRevision(packKey: string): number {
    let newest = this.packs.get(packKey)?.version ?? 0;
    for (const { version } of this.contracts.get(packKey)?.values() ?? []) newest = Math.max(newest, version);
    return newest;
  }

  pack(packKey: string): KnownPack | undefined {
    return this.packs.get(packKey);
  }

  contract(packKey: string, capabilityId: string): Contract | null {
    return this.contracts.get(packKey)?.get(capabilityId)?.contract ?? null;
  }
}

const visibilityOf = (pack: KnownPack): PackVisibility => ({
  ownerWorkspaceId: pack.owner_workspace_id,
  state: pack.state,
  sharedAll: pack.shared_all,
  sharedWith: pack.shared_with,
});

function toDocument(pack: KnownPack, contract: Contract): SearchDocument {
  const properties = Object.entries((contract.input_schema['properties'] ?? {}) as Record<string, unknown>);
  return {
    packKey: keyOf(pack.owner_workspace_id, pack.pack_id),
    packId: pack.pack_id,
    capabilityId: contract.capability_id,
    title: contract.title,
    summary: contract.summary,
    description: contract.description,
    goals: contract.goals,
    parameters: properties.map(([name, schema]) => ({ name, description: descriptionOf(schema) })),
    packTitle: pack.title,
    packDescription: pack.description,
  };
}

const descriptionOf = (schema: unknown): string =>
  typeof schema === 'object' && schema !== null && 'description' in schema && typeof schema.description === 'string'
    ? schema.description
    : '';
