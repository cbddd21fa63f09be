import { contractPublished, installChanged, packChanged, type Contract } from '@turnpike/contracts';
import type { RetellingOwner, RetellingPage, TellFact } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { packFact } from './pack-facts.js';
import type { PackRow } from './pack.store.js';

/** The registry's current rows again: packs, then heads, then installs. `after` begins with the letter of what is being told. */
export const tellCatalog: RetellingOwner = {
  topic: 'catalog',
  tell: (tx, page, write) => {
    if (page.after === null || page.after.startsWith('p:')) return tellPacks(tx, page, write);
    return page.after.startsWith('c:') ? tellContracts(tx, page, write) : tellInstalls(tx, page, write);
  },
};

const from = (page: RetellingPage): string => page.after?.slice(2) ?? '';

async function tellPacks(tx: Transaction, page: RetellingPage, write: TellFact): Promise<string> {
  const rows = await tx.query<PackRow & { at: string }>(
    `select *, owner_workspace_id || '/' || pack_id as at from packs
     where owner_workspace_id || '/' || pack_id > $1 and ($2::text is null or owner_workspace_id = $2) order by at limit $3`,
    [from(page), page.workspaceId, page.limit],
  );
  for (const row of rows) await write(packChanged, row.at, packFact(row));
  return rows.length === page.limit ? `p:${rows.at(-1)?.at ?? ''}` : 'c:';
}

type HeadRow = {
  at: string;
  owner_workspace_id: string;
  pack_id: string;
  capability_id: string;
  head: number;
  digest: string;
  body: Contract;
  version: number;
};

async function tellContracts(tx: Transaction, page: RetellingPage, write: TellFact): Promise<string> {
  const rows = await tx.query<HeadRow>(
    `select c.owner_workspace_id || '/' || c.capability_id as at, c.owner_workspace_id, c.pack_id, c.capability_id, c.head, c.version, v.digest, v.body
     from capabilities c join contract_versions v on v.owner_workspace_id = c.owner_workspace_id and v.capability_id = c.capability_id and v.contract_version = c.head
     where c.owner_workspace_id || '/' || c.capability_id > $1 and ($2::text is null or c.owner_workspace_id = $2) order by at limit $3`,
    [from(page), page.workspaceId, page.limit],
  );
  for (const { at: _at, head, body, ...row } of rows) {
    await write(contractPublished, `${row.owner_workspace_id}/${row.pack_id}`, { ...row, contract_version: head, contract: body });
  }
  return rows.length === page.limit ? `c:${rows.at(-1)?.at ?? ''}` : 'i:';
}

type InstallRow = {
  at: string;
  workspace_id: string;
  pack_id: string;
  owner_workspace_id: string;
  enabled: boolean;
  settings: Record<string, never>;
  version: number;
};

async function tellInstalls(tx: Transaction, page: RetellingPage, write: TellFact): Promise<string | null> {
  const rows = await tx.query<InstallRow>(
    `select workspace_id || '/' || pack_id as at, workspace_id, pack_id, owner_workspace_id, enabled, settings, version from installs
     where workspace_id || '/' || pack_id > $1 and ($2::text is null or workspace_id = $2) order by at limit $3`,
    [from(page), page.workspaceId, page.limit],
  );
  for (const { at: _at, ...row } of rows) await write(installChanged, `${row.owner_workspace_id}/${row.pack_id}`, row);
  return rows.length === page.limit ? `i:${rows.at(-1)?.at ?? ''}` : null;
}
