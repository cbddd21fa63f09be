import type { PermissionUse } from './compare-sources.js';

interface Dispatched {
  readonly name: string;
  readonly permission: string | null;
}

/**
 * What is dispatched under a permission, as plain data for `compareSources`: the definitions that name one, and for each
 * action policy the permission that a contract with that policy asks for unless it names its own.
 */
export const permissionUses = (definitions: readonly Dispatched[], actionPolicies: readonly string[]): PermissionUse[] => [
  ...definitions.flatMap(({ name, permission }) => (permission === null ? [] : [{ where: name, permission }])),
  ...actionPolicies.map((policy) => ({ where: `contracts of policy ${policy}`, permission: `capabilities.run.${policy}` })),
];
