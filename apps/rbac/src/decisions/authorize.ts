import { Inject, Injectable } from '@nestjs/common';
import { LIMITS, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { GRANTS } from '@turnpike/domain-access';
import type { Clock } from '@turnpike/kernel';
import { CredentialsStore } from './credentials.store.js';

/**
 * May this principal, with this credential, do this now. Asked for every live run and never cached: an answer whose question
 * began after a revocation was acknowledged is always "no" (architecture.md, "The fence").
 */
@Injectable()
export class Authorize {
  constructor(
    private readonly store: CredentialsStore,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(question: ServiceRequest<typeof rbacApi.authorize>): Promise<ServiceResponse<typeof rbacApi.authorize>> {
    const holders = [...GRANTS.holders(question.permission)];
    const answer = await this.store.authorize({
      workspaceId: question.workspace_id,
      principalId: question.principal_id,
      credentialId: question.credential_id,
      holders,
      now: this.clock.now(),
      idleMs: LIMITS.sessionIdleMs,
    });
    const { credential_live, version } = answer;
    return { allowed: credential_live && answer.allowed, credential_live, version, holders };
  }
}
