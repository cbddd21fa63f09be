import { GRANTS } from './grants.js';
import { ROLE_NAMES } from './roles.js';

export type Grantable =
  | { readonly outcome: 'grantable' }
  | { readonly outcome: 'unknown_role'; readonly known: readonly string[] }
  | { readonly outcome: 'exceeds'; readonly missing: readonly string[] };

/**
 * Nobody hands out what they do not hold: a role given to a key or to a member can hold no permission that its giver
 * lacks, or an admin could make an owner of themselves.
 */
export function grantable(giverRoles: readonly string[], role: string): Grantable {
  if (!ROLE_NAMES.includes(role)) return { outcome: 'unknown_role', known: ROLE_NAMES };
  const missing = GRANTS.missing(GRANTS.union([role]), GRANTS.union(giverRoles));
  return missing.length === 0 ? { outcome: 'grantable' } : { outcome: 'exceeds', missing };
}

/** What the target holds and the actor lacks: nobody changes or removes one who may do more than they. */
export const outranks = (actorRoles: readonly string[], targetRoles: readonly string[]): readonly string[] =>
  GRANTS.missing(GRANTS.union(targetRoles), GRANTS.union(actorRoles));
