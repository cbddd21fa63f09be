import { contractPublished, contractWithdrawn, installChanged, packChanged, type Contract } from '@turnpike/contracts';
import { done, on, type Consumer } from '@turnpike/platform-messaging';
import { onCommit, type Transaction } from '@turnpike/platform-persistence';
import type { Catalog } from './catalog.js';

/** Keeps what the registry tells, in the database first and in memory once that is committed. */
export const catalogConsumer = (catalog: Catalog): Consumer => ({
  name: 'index.catalog',
  commutative: true,
  subscriptions: [
    on(packChanged, async (tx, { data }) => {
      const { shared_with: shared, successor: _successor, ...rest } = data;
      const pack = { ...rest, shared_all: shared === 'all', shared_with: shared === 'all' ? [] : shared };
      await tx.query(
        `insert into known_packs (owner_workspace_id, pack_id, title, description, state, shared_all, shared_with, version) values ($1, $2, $3, $4, $5, $6, $7, $8)
         on conflict (owner_workspace_id, pack_id) do update set title = excluded.title, description = excluded.description, state = excluded.state,
           shared_all = excluded.shared_all, shared_with = excluded.shared_with, version = excluded.version where known_packs.version < excluded.version`,
        [pack.owner_workspace_id, pack.pack_id, pack.title, pack.description, pack.state, pack.shared_all, pack.shared_with, pack.version],
      );
      onCommit(tx, () => catalog.applyPack(pack));
      return done;
    }),
    on(contractPublished, async (tx, { data }) => {
      await keepContract(tx, catalog, { ...data, contract: data.contract });
      return done;
    }),
    on(contractWithdrawn, async (tx, { data }) => {
      // A withdrawn version that is not the head changes nothing that can be found.
      if (data.head === null) await keepContract(tx, catalog, { ...data, contract: null });
      return done;
    }),
    on(installChanged, async (tx, { data }) => {
      const { settings: _settings, ...install } = data;
      await tx.query(
        `insert into known_installs (workspace_id, pack_id, owner_workspace_id, enabled, version) values ($1, $2, $3, $4, $5)
         on conflict (workspace_id, pack_id) do update set owner_workspace_id = excluded.owner_workspace_id, enabled = excluded.enabled, version = excluded.version
           where known_installs.version < excluded.version`,
        [install.workspace_id, install.pack_id, install.owner_workspace_id, install.enabled, install.version],
      );
      onCommit(tx, () => catalog.applyInstall(install));
      return done;
    }),
  ],
});

async function keepContract(
  tx: Transaction,
  catalog: Catalog,
  fact: { owner_workspace_id: string; pack_id: string; capability_id: string; contract: Contract | null; version: number },
): Promise<void> {
  await tx.query(
    `insert into known_contracts (owner_workspace_id, capability_id, pack_id, contract, version) values ($1, $2, $3, $4, $5)
     on conflict (owner_workspace_id, capability_id) do update set contract = excluded.contract, version = excluded.version where known_contracts.version < excluded.version`,
    [fact.owner_workspace_id, fact.capability_id, fact.pack_id, fact.contract && JSON.stringify(fact.contract), fact.version],
  );
  onCommit(tx, () => catalog.applyContract(fact.owner_workspace_id, fact.pack_id, fact.capability_id, fact.contract, fact.version));
}
