import { Injectable } from '@nestjs/common';
import type { Refusal } from '@turnpike/contracts';
import { leavesNoOwner, outranks } from '@turnpike/domain-access';
import type { ActionScene } from '../owner-actions/owner-actions.js';
import * as refusals from '../refusals.js';
import { MembershipsStore, type MembershipRow } from './memberships.store.js';

export type Changeable =
  { readonly outcome: 'open'; readonly member: MembershipRow } | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** What every change of a member must pass: it is a member of this workspace, does not outrank the actor, and an owner stays. */
@Injectable()
export class ChangeMember {
  constructor(private readonly memberships: MembershipsStore) {}

  /** Takes the member's exclusive lock, then looks. `rolesAfter` is empty for a removal. */
  async check({ tx, caller, roles }: ActionScene, principalId: string, rolesAfter: readonly string[]): Promise<Changeable> {
    await this.memberships.lock(tx, caller.workspace_id, principalId);
    const members = await this.memberships.all(tx, caller.workspace_id);
    const member = members.find(({ principal_id }) => principal_id === principalId);
    if (!member) return { outcome: 'refused', refusal: refusals.notFound('This workspace has no such member.') };
    const missing = outranks(roles, member.roles);
    if (missing.length > 0)
      return { outcome: 'refused', refusal: refusals.exceedsOwn('This member holds permissions that you do not hold.', missing) };
    const asMemberships = members.map((each) => ({
      principalId: each.principal_id,
      kind: each.kind,
      roles: each.roles,
      active: each.state === 'active',
    }));
    if (leavesNoOwner(asMemberships, principalId, rolesAfter))
      return {
        outcome: 'refused',
        refusal: refusals.conflict('This is the last owner of the workspace.', 'Make another member an owner first.'),
      };
    return { outcome: 'open', member };
  }
}
