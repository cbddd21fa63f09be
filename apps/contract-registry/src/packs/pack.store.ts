import { Injectable } from '@nestjs/common';
import type { PackState } from '@turnpike/contracts';
import { Database, lockKey, type Transaction } from '@turnpike/platform-persistence';

export interface PackRow extends Record<string, unknown> {
  readonly owner_workspace_id: string;
  readonly pack_id: string;
  readonly title: string;
  readonly description: string;
  readonly contact: string | null;
  readonly state: PackState;
  readonly successor: string | null;
  readonly shared_all: boolean;
  readonly shared_with: string[];
  readonly gate: number;
  readonly version: number;
  readonly updated_at: Date;
}

/** What a pack says of itself. */
export type PackTexts = Pick<PackRow, 'title' | 'description' | 'contact'>;

const COLUMNS =
  'owner_workspace_id, pack_id, title, description, contact, state, successor, shared_all, shared_with, gate, version, updated_at';

@Injectable()
export class PackStore {
  constructor(private readonly db: Database) {}

  /** Writers of one pack take turns, so that versions are dense and told in order. Readers do not wait for it. */
  async takePublishingTurn(tx: Transaction, owner: string, packId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`publishing:${owner}/${packId}`)]);
  }

  /** The fence: no redeem of any capability of the pack is under way while this is held. */
  async fencePack(tx: Transaction, owner: string, packId: string): Promise<void> {
    await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`pack:${owner}/${packId}`)]);
  }

  async find(on: Database | Transaction, owner: string, packId: string): Promise<PackRow | null> {
    const [row] = await on.query<PackRow>(`select ${COLUMNS} from packs where owner_workspace_id = $1 and pack_id = $2`, [owner, packId]);
    return row ?? null;
  }

  /** Writes what a pack says of itself. State and successor are those of a new pack; of one that stands they move by moveGate. */
  async save(
    tx: Transaction,
    owner: string,
    packId: string,
    pack: PackTexts & Partial<Pick<PackRow, 'state' | 'successor'>>,
  ): Promise<PackRow> {
    const [row] = await tx.query<PackRow>(
      `insert into packs (owner_workspace_id, pack_id, title, description, contact, state, successor, gate, version)
       select $1, $2, $3, $4, $5, $6, $7, n, n from next_version() n
       on conflict (owner_workspace_id, pack_id) do update
         set title = excluded.title, description = excluded.description, contact = excluded.contact, version = excluded.version, updated_at = now()
       returning ${COLUMNS}`,
      [owner, packId, pack.title, pack.description, pack.contact, pack.state ?? 'live', pack.successor ?? null],
    );
    if (!row) throw new Error('the pack was not written');
    return row;
  }

  /** Writes state, successor and sharing as given, and moves the gate with them. The caller holds the fence. */
  async moveGate(tx: Transaction, pack: PackRow): Promise<PackRow> {
    const [row] = await tx.query<PackRow>(
      `update packs set state = $3, successor = $4, shared_all = $5, shared_with = $6, gate = n, version = n, updated_at = now()
       from next_version() n where owner_workspace_id = $1 and pack_id = $2 returning ${COLUMNS}`,
      [pack.owner_workspace_id, pack.pack_id, pack.state, pack.successor, pack.shared_all, pack.shared_with],
    );
    if (!row) throw new Error('the pack is gone');
    return row;
  }

  owned(owner: string): Promise<(PackRow & { capabilities: number })[]> {
    return this.db.query(
      `select ${COLUMNS}, (select count(*) from capabilities c where c.owner_workspace_id = p.owner_workspace_id and c.pack_id = p.pack_id and c.head is not null) as capabilities
       from packs p where owner_workspace_id = $1 order by pack_id limit 1000`,
      [owner],
    );
  }

  /** Workspaces that have the pack enabled. */
  async enabledIn(on: Database | Transaction, owner: string, packId: string): Promise<string[]> {
    const rows = await on.query<{ workspace_id: string }>(
      'select workspace_id from installs where owner_workspace_id = $1 and pack_id = $2 and enabled order by workspace_id',
      [owner, packId],
    );
    return rows.map(({ workspace_id }) => workspace_id);
  }
}
