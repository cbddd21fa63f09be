import { Injectable } from '@nestjs/common';
import { LIMITS, workspacesCreate, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import { AuditLog } from '../audit/audit-log.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { plainText } from '../plain-text.js';
import { limitReached } from '../refusals.js';
import { OpenWorkspace } from './open-workspace.js';
import { WorkspacesStore } from './workspaces.store.js';

type Request = ServiceRequest<typeof rbacApi.createWorkspace>;
type Created = { workspace_id: string; name: string };

@Injectable()
export class CreateWorkspace {
  constructor(
    private readonly actions: OwnerActions,
    private readonly open: OpenWorkspace,
    private readonly workspaces: WorkspacesStore,
    private readonly memberships: MembershipsStore,
    private readonly audit: AuditLog,
  ) {}

  async run(request: Request): Promise<ServiceResponse<typeof rbacApi.createWorkspace>> {
    const wrong = plainText('/name', request.input.name);
    if (wrong) return { outcome: 'refused', refusal: wrong };
    const work = (scene: ActionScene): Promise<ActionResult<Created>> => this.create(scene, request.input.name);
    return this.actions.run(request, { name: workspacesCreate.name, permission: null, subject: request.caller.workspace_id, work });
  }

  private async create({ tx, caller, now, context }: ActionScene, name: string): Promise<ActionResult<Created>> {
    const most = LIMITS.workspacesPerUser;
    if ((await this.workspaces.countOf(tx, caller.principal_id)) >= most)
      return { outcome: 'refused', refusal: limitReached('workspaces', most) };
    const own = await this.memberships.find(tx, caller.workspace_id, caller.principal_id);
    const owner = { userId: caller.principal_id, name: own?.name ?? caller.principal_id, active: true };
    const workspaceId = await this.open.run(tx, name, owner, now, context);
    const at = toTimestamp(now);
    const principalId = caller.principal_id;
    await this.audit.append(tx, { workspaceId, at, principalId, action: workspacesCreate.name, subject: workspaceId, outcome: 'done' });
    return { outcome: 'done', value: { workspace_id: workspaceId, name }, subject: workspaceId };
  }
}
