import { partChanged } from '@turnpike/contracts';
import type { EventContext, Outbox } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { keepConnection, keepPrice, keepPrincipal } from './seen.store.js';

/**
 * What another owner says, by its fact or first through the gateway: kept if it is newer than what is known, and the turns that relied on
 * it told, once. Old news changes nothing and tells nobody.
 */
export async function hearConnection(
  tx: Transaction,
  outbox: Outbox,
  seen: Parameters<typeof keepConnection>[1],
  context: EventContext,
): Promise<void> {
  const before = await keepConnection(tx, seen);
  if (before === undefined) return;
  const { workspaceId, providerId, version } = seen;
  const change = { part: 'connection' as const, key: `${workspaceId}/${providerId}`, from: String(before ?? 0), to: String(version) };
  await outbox.append(tx, partChanged, workspaceId, { workspace_id: workspaceId, ...change }, context);
}

/** The same for a price. It holds in every workspace that uses the pack, so its fact names none. */
export async function hearPrice(
  tx: Transaction,
  outbox: Outbox,
  seen: Parameters<typeof keepPrice>[1],
  context: EventContext,
): Promise<void> {
  const before = await keepPrice(tx, seen);
  if (before === undefined) return;
  const { owner, capabilityId, version } = seen;
  const change = { part: 'price' as const, key: `${owner}/${capabilityId}`, from: String(before ?? 0), to: String(version) };
  await outbox.append(tx, partChanged, owner, { workspace_id: null, ...change }, context);
}

/** The same for what a principal may do: told when the answer moved, not when the fact was only told again or a role gives the same. */
export async function hearPrincipal(
  tx: Transaction,
  outbox: Outbox,
  seen: Parameters<typeof keepPrincipal>[1],
  context: EventContext,
): Promise<void> {
  const before = await keepPrincipal(tx, seen);
  if (before === undefined || before === 'same') return;
  const { workspaceId, principalId, version } = seen;
  const change = { part: 'permission' as const, key: `${workspaceId}/${principalId}`, from: String(before ?? 0), to: String(version) };
  await outbox.append(tx, partChanged, workspaceId, { workspace_id: workspaceId, ...change }, context);
}
