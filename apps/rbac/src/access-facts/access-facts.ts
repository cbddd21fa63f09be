import { Injectable } from '@nestjs/common';
import { credentialRevoked, principalChanged, workspaceCreated } from '@turnpike/contracts';
import { GRANTS } from '@turnpike/domain-access';
import { Outbox, type EventContext } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import type { z } from 'zod';

export interface PrincipalState {
  readonly workspaceId: string;
  readonly principalId: string;
  readonly active: boolean;
  readonly roles: readonly string[];
  readonly version: number;
}

export interface Revocation {
  readonly credentialId: string;
  readonly principalId: string;
  /** Null for a session, which is of no one workspace. */
  readonly workspaceId: string | null;
  readonly reason: 'revoked' | 'removed' | 'signed_out' | 'too_many_sessions';
  readonly version: number;
}

/** The whole answer to "what may this principal do here", as the fact tells it. */
export function principalFact(state: PrincipalState): z.infer<typeof principalChanged.data> {
  const { workspaceId, principalId, active, version } = state;
  const roles = active ? [...state.roles] : [];
  const permissions = GRANTS.namesOf(GRANTS.union(roles));
  return { workspace_id: workspaceId, principal_id: principalId, active, roles, permissions, version };
}

/** Tells the others what changed, in the transaction of the change. */
@Injectable()
export class AccessFacts {
  constructor(private readonly outbox: Outbox) {}

  async workspaceCreated(
    tx: Transaction,
    fact: { workspaceId: string; name: string; version: number },
    context: EventContext,
  ): Promise<void> {
    const { workspaceId, name, version } = fact;
    await this.outbox.append(tx, workspaceCreated, workspaceId, { workspace_id: workspaceId, name, version }, context);
  }

  async principalChanged(tx: Transaction, state: PrincipalState, context: EventContext): Promise<void> {
    await this.outbox.append(tx, principalChanged, state.workspaceId, principalFact(state), context);
  }

  async credentialRevoked(tx: Transaction, fact: Revocation, context: EventContext): Promise<void> {
    const data = {
      credential_id: fact.credentialId,
      principal_id: fact.principalId,
      workspace_id: fact.workspaceId,
      reason: fact.reason,
      version: fact.version,
    };
    await this.outbox.append(tx, credentialRevoked, fact.workspaceId ?? fact.principalId, data, context);
  }
}
