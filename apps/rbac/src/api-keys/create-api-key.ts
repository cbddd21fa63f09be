import { Injectable } from '@nestjs/common';
import { apiKeysCreate, LIMITS, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import { MembershipsStore } from '../members/memberships.store.js';
import { refuseRole } from '../members/refuse-role.js';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { plainText } from '../plain-text.js';
import { limitReached } from '../refusals.js';
import { ApiKeysStore } from './api-keys.store.js';
import { IssueApiKey } from './issue-api-key.js';

type Request = ServiceRequest<typeof rbacApi.createApiKey>;
type Response = ServiceResponse<typeof rbacApi.createApiKey>;
type Created = Extract<Response, { outcome: 'done' }>['value'];

const DAY_MS = 24 * 3_600_000;

@Injectable()
export class CreateApiKey {
  constructor(
    private readonly actions: OwnerActions,
    private readonly keys: ApiKeysStore,
    private readonly memberships: MembershipsStore,
    private readonly issue: IssueApiKey,
  ) {}

  async run(request: Request): Promise<Response> {
    const wrong = plainText('/name', request.input.name);
    if (wrong) return { outcome: 'refused', refusal: wrong };
    const work = (scene: ActionScene): Promise<ActionResult<Created>> => this.create(scene, request.input);
    return this.actions.run(request, {
      name: apiKeysCreate.name,
      permission: 'api_keys.write',
      subject: `role ${request.input.role}`,
      work,
    });
  }

  private async create(scene: ActionScene, input: Request['input']): Promise<ActionResult<Created>> {
    const { tx, caller, roles, now, context } = scene;
    const refusal = refuseRole(roles, input.role) ?? (await this.full(scene));
    if (refusal) return { outcome: 'refused', refusal };
    const expiresAt = input.expires_in_days === undefined ? null : new Date(now + input.expires_in_days * DAY_MS);
    const { name, role, scopes } = input;
    const wish = { workspaceId: caller.workspace_id, name, role, scopes, createdBy: caller.principal_id, expiresAt };
    const { apiKeyId, prefix, secret } = await this.issue.run(tx, wish, now, context);
    const value: Created = {
      api_key_id: apiKeyId,
      name,
      prefix,
      role,
      scopes,
      created_at: toTimestamp(now),
      expires_at: expiresAt?.toISOString() ?? null,
      revoked_at: null,
      last_used_at: null,
      secret,
    };
    return { outcome: 'done', value, stored: { ...value, secret: null }, subject: `${apiKeyId} ${role}` };
  }

  private async full({ tx, caller }: ActionScene): Promise<ReturnType<typeof limitReached> | null> {
    const { apiKeysPerWorkspace, membersPerWorkspace } = LIMITS;
    if ((await this.keys.count(tx, caller.workspace_id)) >= apiKeysPerWorkspace) return limitReached('API keys', apiKeysPerWorkspace);
    const members = await this.memberships.all(tx, caller.workspace_id);
    return members.length >= membersPerWorkspace ? limitReached('members', membersPerWorkspace) : null;
  }
}
