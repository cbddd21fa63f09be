import { refuse, type Authenticated, type Caller, type CallDefinition, type Operation, type Refusal } from '@turnpike/contracts';
import { Injectable } from '@nestjs/common';
import { Clients } from '../clients.js';
import type { IncomingCall } from '../dispatch/call.js';
import type { CallContext } from '@turnpike/client';
import { AccessCache } from './access-cache.js';

const REASONS = {
  unknown: 'This credential is not known.',
  expired: 'This credential has expired.',
  revoked: 'This credential was revoked.',
  malformed: 'This is no Turnpike credential: it is mistyped or cut short.',
  no_membership: 'This user is no member of that workspace.',
} as const;

/** Finds out who calls: from the cache where that may be trusted, from rbac always for owner actions. */
@Injectable()
export class Authenticate {
  constructor(
    private readonly clients: Clients,
    private readonly cache: AccessCache,
  ) {}

  async run(call: IncomingCall, context: CallContext): Promise<{ principal: Authenticated } | { refusal: Refusal }> {
    const { credential, workspaceId } = call;
    if (credential === null) return { refusal: unauthenticated('No credential was sent.') };
    const kept = isOwnerAction(call.definition) ? null : (call.authenticated ?? this.cache.find(credential, workspaceId));
    if (kept) return { principal: kept };
    const answer = await this.clients.rbac.authenticate(context, { credential: credential.slice(0, 400), workspace_id: workspaceId });
    if (answer.outcome === 'unauthenticated') return { refusal: unauthenticated(REASONS[answer.reason]) };
    this.cache.keep(credential, workspaceId, answer);
    return { principal: answer };
  }
}

export const isOwnerAction = (definition: CallDefinition): boolean => 'owner' in definition && (definition as Operation).owner;

export const toCaller = (principal: Authenticated, requestId: string): Caller => ({
  workspace_id: principal.workspace_id,
  principal_id: principal.principal_id,
  principal_kind: principal.principal_kind,
  credential_id: principal.credential_id,
  permissions: principal.permissions,
  scopes: principal.scopes,
  request_id: requestId,
});

const unauthenticated = (message: string): Refusal =>
  refuse(
    'unauthenticated',
    message,
    {},
    {
      control: null,
      arguments: {},
      instruction: 'Send an API key or a session token as "Authorization: Bearer …": create a key as an owner, or sign in.',
    },
  );
