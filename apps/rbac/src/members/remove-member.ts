import { Injectable } from '@nestjs/common';
import { membersRemove, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { AccessFacts } from '../access-facts/access-facts.js';
import { EndApiKey } from '../api-keys/end-api-key.js';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { SignInCodesStore } from '../sessions/sign-in-codes.store.js';
import { ChangeMember } from './change-member.js';
import { MembershipsStore } from './memberships.store.js';

type Removed = { removed: boolean };

@Injectable()
export class RemoveMember {
  constructor(
    private readonly actions: OwnerActions,
    private readonly change: ChangeMember,
    private readonly memberships: MembershipsStore,
    private readonly codes: SignInCodesStore,
    private readonly endApiKey: EndApiKey,
    private readonly facts: AccessFacts,
  ) {}

  run(request: ServiceRequest<typeof rbacApi.removeMember>): Promise<ServiceResponse<typeof rbacApi.removeMember>> {
    const subject = request.input.principal_id;
    const work = (scene: ActionScene): Promise<ActionResult<Removed>> => this.remove(scene, subject);
    return this.actions.run(request, { name: membersRemove.name, permission: 'members.write', subject, work });
  }

  private async remove(scene: ActionScene, principalId: string): Promise<ActionResult<Removed>> {
    const found = await this.change.check(scene, principalId, []);
    if (found.outcome === 'refused') return found;
    const { tx, caller, now, context } = scene;
    const workspaceId = caller.workspace_id;
    if (found.member.kind === 'api_key') await this.endApiKey.run(tx, workspaceId, principalId, 'removed', now, context);
    else {
      const version = await this.memberships.setState(tx, workspaceId, principalId, 'removed');
      await this.codes.void(tx, principalId, workspaceId);
      await this.facts.principalChanged(tx, { workspaceId, principalId, active: false, roles: [], version }, context);
    }
    return { outcome: 'done', value: { removed: true }, subject: principalId };
  }
}
