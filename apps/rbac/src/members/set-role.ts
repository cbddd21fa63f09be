import { Injectable } from '@nestjs/common';
import { membersSetRole, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { AccessFacts } from '../access-facts/access-facts.js';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { ChangeMember } from './change-member.js';
import { MembershipsStore } from './memberships.store.js';
import { refuseRole } from './refuse-role.js';

type Request = ServiceRequest<typeof rbacApi.setRole>;
type RoleSet = { principal_id: string; roles: string[] };

@Injectable()
export class SetRole {
  constructor(
    private readonly actions: OwnerActions,
    private readonly change: ChangeMember,
    private readonly memberships: MembershipsStore,
    private readonly facts: AccessFacts,
  ) {}

  run(request: Request): Promise<ServiceResponse<typeof rbacApi.setRole>> {
    const { principal_id, role } = request.input;
    const work = (scene: ActionScene): Promise<ActionResult<RoleSet>> => this.set(scene, principal_id, role);
    return this.actions.run(request, { name: membersSetRole.name, permission: 'members.write', subject: `${principal_id} ${role}`, work });
  }

  private async set(scene: ActionScene, principalId: string, role: string): Promise<ActionResult<RoleSet>> {
    const refusal = refuseRole(scene.roles, role);
    if (refusal) return { outcome: 'refused', refusal };
    const found = await this.change.check(scene, principalId, [role]);
    if (found.outcome === 'refused') return found;
    const { tx, caller, context } = scene;
    const version = await this.memberships.setRole(tx, caller.workspace_id, principalId, role);
    if (found.member.state === 'active') {
      await this.facts.principalChanged(
        tx,
        { workspaceId: caller.workspace_id, principalId, active: true, roles: [role], version },
        context,
      );
    }
    return { outcome: 'done', value: { principal_id: principalId, roles: [role] }, subject: `${principalId} ${role}` };
  }
}
