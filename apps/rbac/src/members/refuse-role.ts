import type { Refusal } from '@turnpike/contracts';
import { grantable } from '@turnpike/domain-access';
import { exceedsOwn, invalidField } from '../refusals.js';

/** Why these roles may not hand out that one; null when they may. */
export function refuseRole(giverRoles: readonly string[], role: string): Refusal | null {
  const answer = grantable(giverRoles, role);
  switch (answer.outcome) {
    case 'grantable':
      return null;
    case 'unknown_role':
      return invalidField('/role', 'enum', `There is no role ${role}.`, answer.known);
    case 'exceeds':
      return exceedsOwn(`The role ${role} holds permissions that you do not hold.`, answer.missing);
  }
}
