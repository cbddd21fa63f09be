interface Grant {
  readonly name: string;
  readonly permissions: readonly string[];
}

/** Which permissions a principal holds, one bit each in words of 32. */
export type PermissionSet = Uint32Array;

/**
 * Role grants compiled to bits, so that a decision is one array read and one mask (P11). A role or permission that the
 * source does not name grants nothing: an unknown name is a "no", never an exception.
 */
export class CompiledGrants {
  private readonly bit = new Map<string, number>();
  private readonly byRole = new Map<string, PermissionSet>();
  private readonly rolesHolding = new Map<string, readonly string[]>();

  constructor(
    private readonly names: readonly string[],
    roles: readonly Grant[],
  ) {
    names.forEach((name, index) => this.bit.set(name, index));
    for (const role of roles) this.byRole.set(role.name, this.setOf(role.permissions));
    for (const name of names)
      this.rolesHolding.set(
        name,
        roles.filter((role) => role.permissions.includes(name)).map((role) => role.name),
      );
  }

  /** The union of what these roles grant. */
  union(roles: readonly string[]): PermissionSet {
    const set = this.empty();
    for (const role of roles) this.byRole.get(role)?.forEach((word, index) => (set[index] = (set[index] ?? 0) | word));
    return set;
  }

  /** The set of these permissions; unknown names are left out. */
  setOf(permissions: readonly string[]): PermissionSet {
    const set = this.empty();
    for (const name of permissions) {
      const index = this.bit.get(name);
      if (index !== undefined) set[index >>> 5] = (set[index >>> 5] ?? 0) | (1 << (index & 31));
    }
    return set;
  }

  holds(set: PermissionSet, permission: string): boolean {
    const index = this.bit.get(permission);
    return index !== undefined && ((set[index >>> 5] ?? 0) & (1 << (index & 31))) !== 0;
  }

  /** Names in the order of the source. */
  namesOf(set: PermissionSet): string[] {
    return this.names.filter((name) => this.holds(set, name));
  }

  /** What is in `wanted` and not in `held`. */
  missing(wanted: PermissionSet, held: PermissionSet): string[] {
    return this.namesOf(wanted.map((word, index) => word & ~(held[index] ?? 0)));
  }

  /** The roles that grant this permission, in the order of the source; none for an unknown one. */
  holders(permission: string): readonly string[] {
    return this.rolesHolding.get(permission) ?? [];
  }

  private empty(): PermissionSet {
    return new Uint32Array(Math.max(1, Math.ceil(this.names.length / 32)));
  }
}
