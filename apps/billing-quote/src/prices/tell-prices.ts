import { balanceChanged, priceChanged } from '@turnpike/contracts';
import type { RetellingOwner, RetellingPage, TellFact } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';

type PriceFact = { owner_workspace_id: string; capability_id: string; per_call_milli: number; version: number; at: string };
type AccountFact = { workspace_id: string; balance_milli: number; held_milli: number; version: number };

/** Billing's current rows again: every price, then every balance. `after` is `p:<key>` or `a:<workspace>`. */
export const tellCredits: RetellingOwner = {
  topic: 'credits',
  tell: async (tx, page, write) =>
    page.after === null || page.after.startsWith('p:') ? tellPrices(tx, page, write) : tellBalances(tx, page, write),
};

async function tellPrices(tx: Transaction, page: RetellingPage, write: TellFact): Promise<string | null> {
  const rows = await tx.query<PriceFact>(
    `select distinct on (at) owner_workspace_id, capability_id, per_call_milli, version, at
     from (select *, owner_workspace_id || '/' || capability_id as at from price_versions) p
     where at > $1 and ($2::text is null or owner_workspace_id = $2) order by at, version desc limit $3`,
    [page.after?.slice(2) ?? '', page.workspaceId, page.limit],
  );
  for (const { at, ...fact } of rows) await write(priceChanged, at, fact);
  return rows.length === page.limit ? `p:${rows.at(-1)?.at ?? ''}` : 'a:';
}

async function tellBalances(tx: Transaction, page: RetellingPage, write: TellFact): Promise<string | null> {
  const rows = await tx.query<AccountFact>(
    `select workspace_id, balance_milli, held_milli, version from accounts
     where workspace_id > $1 and ($2::text is null or workspace_id = $2) order by workspace_id limit $3`,
    [page.after?.slice(2) ?? '', page.workspaceId, page.limit],
  );
  for (const fact of rows) await write(balanceChanged, fact.workspace_id, fact);
  return rows.length === page.limit ? `a:${rows.at(-1)?.workspace_id ?? ''}` : null;
}
