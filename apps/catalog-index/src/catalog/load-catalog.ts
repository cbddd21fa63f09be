import type { Contract } from '@turnpike/contracts';
import type { Database } from '@turnpike/platform-persistence';
import type { Catalog, KnownInstall, KnownPack } from './catalog.js';

const BATCH = 1_000;

/** Builds the catalog in memory from what the database kept. */
export async function loadCatalog(database: Database, catalog: Catalog): Promise<void> {
  for (const pack of await database.query<KnownPack & Record<string, unknown>>('select * from known_packs')) catalog.applyPack(pack);
  for (const install of await database.query<KnownInstall & Record<string, unknown>>('select * from known_installs'))
    catalog.applyInstall(install);
  type Row = { owner_workspace_id: string; capability_id: string; pack_id: string; contract: Contract | null; version: number };
  let after: [string, string] = ['', ''];
  for (;;) {
    const rows = await database.query<Row>(
      'select * from known_contracts where (owner_workspace_id, capability_id) > ($1, $2) order by owner_workspace_id, capability_id limit $3',
      [...after, BATCH],
    );
    for (const row of rows) catalog.applyContract(row.owner_workspace_id, row.pack_id, row.capability_id, row.contract, row.version);
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = [last.owner_workspace_id, last.capability_id];
  }
}
