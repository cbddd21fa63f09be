import { Injectable } from '@nestjs/common';
import { recognisablePrefix } from '@turnpike/domain-access';
import { newId } from '@turnpike/kernel';
import type { EventContext } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { newCredential } from '../credentials/new-credential.js';
import { MembershipsStore } from '../members/memberships.store.js';
import { ApiKeysStore } from './api-keys.store.js';

export interface ApiKeyWish {
  readonly workspaceId: string;
  readonly name: string;
  readonly role: string;
  readonly scopes: readonly string[];
  readonly createdBy: string;
  readonly expiresAt: Date | null;
}

export interface IssuedApiKey {
  readonly apiKeyId: string;
  readonly prefix: string;
  /** Shown once. */
  readonly secret: string;
}

/** Makes a key and the principal that it is: the key's id names both. */
@Injectable()
export class IssueApiKey {
  constructor(
    private readonly keys: ApiKeysStore,
    private readonly memberships: MembershipsStore,
    private readonly facts: AccessFacts,
  ) {}

  async run(tx: Transaction, wish: ApiKeyWish, now: number, context: EventContext): Promise<IssuedApiKey> {
    const apiKeyId = newId('ak');
    const { secret, hash } = newCredential('api_key');
    const prefix = recognisablePrefix(secret);
    const { workspaceId, name, role } = wish;
    const member = { workspaceId, principalId: apiKeyId, kind: 'api_key', name, role, state: 'active' } as const;
    const version = await this.memberships.put(tx, member, now);
    await this.keys.add(tx, { ...wish, apiKeyId, prefix, hash, createdAt: new Date(now) });
    await this.facts.principalChanged(tx, { workspaceId, principalId: apiKeyId, active: true, roles: [role], version }, context);
    return { apiKeyId, prefix, secret };
  }
}
