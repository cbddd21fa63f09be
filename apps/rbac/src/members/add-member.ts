import { Injectable } from '@nestjs/common';
import { LIMITS, membersAdd, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { outranks } from '@turnpike/domain-access';
import { newId } from '@turnpike/kernel';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { plainText } from '../plain-text.js';
import * as refusals from '../refusals.js';
import { SignInCodesStore } from '../sessions/sign-in-codes.store.js';
import { MembershipsStore } from './memberships.store.js';
import { refuseRole } from './refuse-role.js';
import { UsersStore } from './users.store.js';

type Request = ServiceRequest<typeof rbacApi.addMember>;
type Added = { principal_id: string; sign_in_code: string | null };

/**
 * Invites a person. The membership begins when they sign in with the code, and only then: whoever invited the same email to
 * another workspace first could otherwise take this membership with their own code. A code is answered for every email, so
 * that the answer does not tell whether another workspace knows it.
 */
@Injectable()
export class AddMember {
  constructor(
    private readonly actions: OwnerActions,
    private readonly memberships: MembershipsStore,
    private readonly users: UsersStore,
    private readonly codes: SignInCodesStore,
  ) {}

  async run(request: Request): Promise<ServiceResponse<typeof rbacApi.addMember>> {
    const wrong = plainText('/name', request.input.name);
    if (wrong) return { outcome: 'refused', refusal: wrong };
    const work = (scene: ActionScene): Promise<ActionResult<Added>> => this.add(scene, request.input);
    // The audit names the role, not the email: the chain can never be edited, and a person may ask to be forgotten.
    return this.actions.run(request, { name: membersAdd.name, permission: 'members.write', subject: `role ${request.input.role}`, work });
  }

  private async add({ tx, caller, roles, now }: ActionScene, input: Request['input']): Promise<ActionResult<Added>> {
    const refusal = refuseRole(roles, input.role);
    if (refusal) return { outcome: 'refused', refusal };
    const members = await this.memberships.all(tx, caller.workspace_id);
    const most = LIMITS.membersPerWorkspace;
    if (members.length >= most) return { outcome: 'refused', refusal: refusals.limitReached('members', most) };
    const user = await this.users.findOrAdd(tx, { userId: newId('us'), email: input.email, name: input.name }, now);
    const earlier = members.find((member) => member.principal_id === user.user_id);
    if (earlier?.state === 'active')
      return { outcome: 'refused', refusal: refusals.conflict('This person is a member already.', 'Change their role instead.') };
    const missing = outranks(roles, earlier?.roles ?? []);
    if (missing.length > 0)
      return { outcome: 'refused', refusal: refusals.exceedsOwn('This person is invited to a role that you do not hold.', missing) };
    await this.memberships.lock(tx, caller.workspace_id, user.user_id);
    await this.memberships.put(
      tx,
      { workspaceId: caller.workspace_id, principalId: user.user_id, kind: 'user', name: input.name, role: input.role, state: 'invited' },
      now,
    );
    const code = await this.codes.issue(tx, user.user_id, caller.workspace_id, now);
    const value = { principal_id: user.user_id, sign_in_code: code };
    return { outcome: 'done', value, stored: { ...value, sign_in_code: null }, subject: `${user.user_id} ${input.role}` };
  }
}
