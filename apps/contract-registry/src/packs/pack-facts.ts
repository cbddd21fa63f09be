import { packChanged, partChanged, type Caller, type VectorChange } from '@turnpike/contracts';
import type { EventContext, Outbox } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import type { PackRow } from './pack.store.js';

export const packKey = (pack: { owner_workspace_id: string; pack_id: string }): string => `${pack.owner_workspace_id}/${pack.pack_id}`;

/** Who caused it, for the envelope. */
export const contextOfCaller = (caller: Caller): EventContext => ({
  actor: caller.principal_id,
  workspace_id: caller.workspace_id,
  correlation_id: caller.request_id,
});

export const packFact = (pack: PackRow) => ({
  owner_workspace_id: pack.owner_workspace_id,
  pack_id: pack.pack_id,
  title: pack.title,
  description: pack.description,
  state: pack.state,
  successor: pack.successor,
  shared_with: pack.shared_all ? ('all' as const) : pack.shared_with,
  version: pack.version,
});

export const tellPack = (outbox: Outbox, tx: Transaction, pack: PackRow, context: EventContext): Promise<void> =>
  outbox.append(tx, packChanged, packKey(pack), packFact(pack), context);

/** One fact for each change and workspace: gateways drop what they kept, subscribers look again. */
export async function tellPartsChanged(
  outbox: Outbox,
  tx: Transaction,
  workspaces: readonly string[],
  changes: readonly VectorChange[],
  context: EventContext,
): Promise<void> {
  for (const workspaceId of workspaces) {
    for (const change of changes)
      await outbox.append(
        tx,
        partChanged,
        workspaceId,
        { workspace_id: workspaceId, ...change },
        { ...context, workspace_id: workspaceId },
      );
  }
}
