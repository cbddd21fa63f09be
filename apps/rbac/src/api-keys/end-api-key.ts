import { Injectable } from '@nestjs/common';
import type { EventContext } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { ApiKeysStore } from './api-keys.store.js';

/** Ends a key and the principal that it was. The caller holds the principal's exclusive lock. */
@Injectable()
export class EndApiKey {
  constructor(
    private readonly keys: ApiKeysStore,
    private readonly memberships: MembershipsStore,
    private readonly facts: AccessFacts,
  ) {}

  async run(
    tx: Transaction,
    workspaceId: string,
    apiKeyId: string,
    reason: 'revoked' | 'removed',
    now: number,
    context: EventContext,
  ): Promise<void> {
    await this.keys.revoke(tx, workspaceId, apiKeyId, new Date(now));
    const version = await this.memberships.setState(tx, workspaceId, apiKeyId, 'removed');
    await this.facts.principalChanged(tx, { workspaceId, principalId: apiKeyId, active: false, roles: [], version }, context);
    await this.facts.credentialRevoked(tx, { credentialId: apiKeyId, principalId: apiKeyId, workspaceId, reason, version }, context);
  }
}
