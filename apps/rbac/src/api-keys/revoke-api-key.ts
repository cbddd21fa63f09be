import { Injectable } from '@nestjs/common';
import { apiKeysRevoke, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import { ChangeMember } from '../members/change-member.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { OwnerActions, type ActionResult, type ActionScene } from '../owner-actions/owner-actions.js';
import { notFound } from '../refusals.js';
import { ApiKeysStore } from './api-keys.store.js';
import { EndApiKey } from './end-api-key.js';

type Revoked = { api_key_id: string; revoked_at: string };

@Injectable()
export class RevokeApiKey {
  constructor(
    private readonly actions: OwnerActions,
    private readonly change: ChangeMember,
    private readonly memberships: MembershipsStore,
    private readonly keys: ApiKeysStore,
    private readonly end: EndApiKey,
  ) {}

  run(request: ServiceRequest<typeof rbacApi.revokeApiKey>): Promise<ServiceResponse<typeof rbacApi.revokeApiKey>> {
    const subject = request.input.api_key_id;
    const work = (scene: ActionScene): Promise<ActionResult<Revoked>> => this.revoke(scene, subject);
    return this.actions.run(request, { name: apiKeysRevoke.name, permission: 'api_keys.write', subject, work });
  }

  private async revoke(scene: ActionScene, apiKeyId: string): Promise<ActionResult<Revoked>> {
    const { tx, caller, now, context } = scene;
    await this.memberships.lock(tx, caller.workspace_id, apiKeyId);
    const revokedAt = await this.keys.revokedAt(tx, caller.workspace_id, apiKeyId);
    if (revokedAt === undefined) return { outcome: 'refused', refusal: notFound('This workspace has no such API key.') };
    // Revoking what is revoked is what was wanted: the first time stands.
    if (revokedAt !== null) return this.done(apiKeyId, revokedAt.toISOString());
    const found = await this.change.check(scene, apiKeyId, []);
    if (found.outcome === 'refused') return found;
    await this.end.run(tx, caller.workspace_id, apiKeyId, 'revoked', now, context);
    return this.done(apiKeyId, toTimestamp(now));
  }

  private done(apiKeyId: string, revokedAt: string): ActionResult<Revoked> {
    return { outcome: 'done', value: { api_key_id: apiKeyId, revoked_at: revokedAt }, subject: apiKeyId };
  }
}
