import { PLATFORM_WORKSPACE } from '@turnpike/domain-catalog';
import type { EventContext, Outbox } from '@turnpike/platform-messaging';
import { lockKey, type Transaction } from '@turnpike/platform-persistence';
import { tellInstall } from './install-facts.js';
import type { InstallRow } from './install.store.js';

/** A new pack is enabled in the workspace that publishes it, unless another pack of that name is. */
export async function enableWherePublished(
  tx: Transaction,
  outbox: Outbox,
  pack: { owner: string; packId: string },
  context: EventContext,
): Promise<void> {
  if (pack.owner === PLATFORM_WORKSPACE) return;
  await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`install:${pack.owner}/${pack.packId}`)]);
  const [row] = await tx.query<InstallRow>(
    `insert into installs (workspace_id, pack_id, owner_workspace_id, enabled, version) values ($1, $2, $1, true, next_version())
     on conflict (workspace_id, pack_id) do update set owner_workspace_id = excluded.owner_workspace_id, enabled = true, version = excluded.version, updated_at = now()
       where not installs.enabled
     returning *`,
    [pack.owner, pack.packId],
  );
  if (row) await tellInstall(outbox, tx, null, row, context);
}
