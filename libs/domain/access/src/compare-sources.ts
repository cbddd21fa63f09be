/** One place that names a permission: a control, an operation, or an action policy's default. */
export interface PermissionUse {
  /** `tools_search`, `capabilities.run (sending)`: how a person finds it. */
  readonly where: string;
  readonly permission: string;
}

/** One permission as rbac knows it. */
export interface KnownPermission {
  readonly name: string;
  readonly roles: readonly string[];
}

export interface SourceMismatch {
  readonly permission: string;
  readonly kind: 'unknown_to_rbac' | 'held_by_no_role' | 'asked_for_nowhere';
  /** Names both sides, for the person who must mend one of them. */
  readonly message: string;
}

/**
 * Compares what is dispatched under a permission with rbac's own grants (F19). Plain data on both sides, so that neither
 * source is imported by the other. An empty answer means that they agree.
 */
export function compareSources(uses: readonly PermissionUse[], known: readonly KnownPermission[]): SourceMismatch[] {
  const places = new Map<string, string[]>();
  for (const { where, permission } of uses) places.set(permission, [...(places.get(permission) ?? []), where]);
  const roles = new Map(known.map((permission) => [permission.name, permission.roles]));
  const mismatches: SourceMismatch[] = [];
  for (const [permission, where] of places) {
    const holders = roles.get(permission);
    const asks = `${where.join(', ')} ${where.length === 1 ? 'asks' : 'ask'} for ${permission}`;
    if (holders === undefined) mismatches.push({ permission, kind: 'unknown_to_rbac', message: `${asks}; rbac does not know it` });
    else if (holders.length === 0) mismatches.push({ permission, kind: 'held_by_no_role', message: `${asks}; no role in rbac holds it` });
  }
  for (const { name, roles: holders } of known) {
    if (places.has(name)) continue;
    const message = `rbac grants ${name} to ${holders.join(', ') || 'no role'}; no definition asks for it`;
    mismatches.push({ permission: name, kind: 'asked_for_nowhere', message });
  }
  return mismatches;
}
