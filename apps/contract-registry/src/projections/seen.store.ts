import type { Transaction } from '@turnpike/platform-persistence';

/** What was known before, or null; undefined when the news is old and nothing was kept. */
type Before = number | null | undefined;

/** Keeps a connection's state if its version is newer than the one known. Answers the version that was known before. */
export async function keepConnection(
  tx: Transaction,
  seen: { workspaceId: string; providerId: string; state: string; version: number },
): Promise<Before> {
  const [known] = await tx.query<{ version: number }>(
    'select version from seen_connections where workspace_id = $1 and provider_id = $2 for update',
    [seen.workspaceId, seen.providerId],
  );
  if (known && known.version >= seen.version) return undefined;
  await tx.query(
    `insert into seen_connections (workspace_id, provider_id, state, version) values ($1, $2, $3, $4)
     on conflict (workspace_id, provider_id) do update set state = excluded.state, version = excluded.version where seen_connections.version < excluded.version`,
    [seen.workspaceId, seen.providerId, seen.state, seen.version],
  );
  return known?.version ?? null;
}

/** The same for a price. */
export async function keepPrice(
  tx: Transaction,
  seen: { owner: string; capabilityId: string; perCallMilli: number; version: number },
): Promise<Before> {
  const [known] = await tx.query<{ version: number }>(
    'select version from seen_prices where owner_workspace_id = $1 and capability_id = $2 for update',
    [seen.owner, seen.capabilityId],
  );
  if (known && known.version >= seen.version) return undefined;
  await tx.query(
    `insert into seen_prices (owner_workspace_id, capability_id, per_call_milli, version) values ($1, $2, $3, $4)
     on conflict (owner_workspace_id, capability_id) do update set per_call_milli = excluded.per_call_milli, version = excluded.version where seen_prices.version < excluded.version`,
    [seen.owner, seen.capabilityId, seen.perCallMilli, seen.version],
  );
  return known?.version ?? null;
}

/** The same for what a principal may do. `same` where the answer is what it was: another role may give the same permissions. */
export async function keepPrincipal(
  tx: Transaction,
  seen: { workspaceId: string; principalId: string; permissions: readonly string[]; version: number },
): Promise<Before | 'same'> {
  const permissions = [...new Set(seen.permissions)].sort();
  const [known] = await tx.query<{ version: number; same: boolean }>(
    'select version, permissions = $3::text[] as same from seen_principals where workspace_id = $1 and principal_id = $2 for update',
    [seen.workspaceId, seen.principalId, permissions],
  );
  if (known && known.version >= seen.version) return undefined;
  await tx.query(
    `insert into seen_principals (workspace_id, principal_id, permissions, version) values ($1, $2, $3, $4)
     on conflict (workspace_id, principal_id) do update set permissions = excluded.permissions, version = excluded.version where seen_principals.version < excluded.version`,
    [seen.workspaceId, seen.principalId, permissions, seen.version],
  );
  return known?.same ? 'same' : (known?.version ?? null);
}
