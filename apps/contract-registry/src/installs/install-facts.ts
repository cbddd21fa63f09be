import { installChanged } from '@turnpike/contracts';
import type { EventContext, Outbox } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { tellPartsChanged } from '../packs/pack-facts.js';
import type { InstallRow } from './install.store.js';

/** Tells the install as it is, and, where it moved, the turns that relied on it. */
export async function tellInstall(
  outbox: Outbox,
  tx: Transaction,
  before: InstallRow | null,
  after: InstallRow,
  context: EventContext,
): Promise<void> {
  const { workspace_id, pack_id, owner_workspace_id, enabled, settings, version } = after;
  await outbox.append(
    tx,
    installChanged,
    `${owner_workspace_id}/${pack_id}`,
    { workspace_id, pack_id, owner_workspace_id, enabled, settings, version },
    context,
  );
  if (!before) return;
  const change = { part: 'install' as const, key: `${workspace_id}/${pack_id}`, from: String(before.version), to: String(version) };
  await tellPartsChanged(outbox, tx, [workspace_id], [change], context);
}
