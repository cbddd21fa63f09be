import { Inject, Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { credentialKind, GRANTS, sessionEndsAt, sessionState } from '@turnpike/domain-access';
import type { Clock } from '@turnpike/kernel';
import { hashCredential } from '../credentials/new-credential.js';
import { CredentialUse, USE_RESOLUTION_MS } from './credential-use.js';
import { CredentialsStore, type KeyRow, type SessionRow } from './credentials.store.js';

type Response = ServiceResponse<typeof rbacApi.authenticate>;
type Reason = Extract<Response, { outcome: 'unauthenticated' }>['reason'];

const WORKSPACE_ID = /^ws_[0-9a-z_]{1,64}$/;
const no = (reason: Reason): Response => ({ outcome: 'unauthenticated', reason });
const permissionsOf = (roles: readonly string[]): string[] => GRANTS.namesOf(GRANTS.union(roles));

/** Who presents this credential, and what they may do in that workspace. A mistyped credential costs no look-up. */
@Injectable()
export class Authenticate {
  constructor(
    private readonly store: CredentialsStore,
    private readonly use: CredentialUse,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run({ credential, workspace_id }: ServiceRequest<typeof rbacApi.authenticate>): Promise<Response> {
    const kind = credentialKind(credential);
    if (kind !== 'api_key' && kind !== 'session') return no('malformed');
    if (workspace_id !== null && !WORKSPACE_ID.test(workspace_id)) return no('no_membership');
    const hash = hashCredential(credential);
    if (kind === 'api_key') return this.key(await this.store.byKey(hash), workspace_id);
    return this.session(await this.store.bySession(hash, workspace_id));
  }

  private key(row: KeyRow | null, workspaceId: string | null): Response {
    if (!row) return no('unknown');
    if (row.revoked_at !== null || row.state !== 'active') return no('revoked');
    if (row.expires_at !== null && row.expires_at.getTime() <= this.clock.now()) return no('expired');
    // A key is of one workspace: of any other it can tell nothing, not even whether it exists.
    if (workspaceId !== null && workspaceId !== row.workspace_id) return no('no_membership');
    this.use.noteKey(row.api_key_id, row.last_used_at?.getTime() ?? null);
    return {
      outcome: 'authenticated',
      workspace_id: row.workspace_id,
      workspace_name: row.workspace_name,
      principal_id: row.api_key_id,
      principal_kind: 'api_key',
      principal_name: row.name,
      credential_id: row.api_key_id,
      roles: row.roles,
      permissions: permissionsOf(row.roles),
      scopes: row.scopes,
      signed_in_at: null,
      expires_at: this.goodUntil(row.expires_at?.getTime() ?? Infinity),
      version: row.version,
    };
  }

  private session(row: SessionRow | null): Response {
    if (!row) return no('unknown');
    const times = {
      signedInAt: row.signed_in_at.getTime(),
      lastSeenAt: row.last_seen_at.getTime(),
      expiresAt: row.expires_at.getTime(),
      endedAt: row.ended_at?.getTime() ?? null,
    };
    const state = sessionState(times, this.clock.now());
    if (state !== 'live') return no(state);
    if (row.workspace_id === null) return no('no_membership');
    this.use.noteSession(row.session_id, times.lastSeenAt);
    return {
      outcome: 'authenticated',
      workspace_id: row.workspace_id,
      workspace_name: row.workspace_name,
      principal_id: row.user_id,
      principal_kind: 'user',
      principal_name: row.name,
      credential_id: row.session_id,
      roles: row.roles,
      permissions: permissionsOf(row.roles),
      scopes: null,
      signed_in_at: times.signedInAt,
      expires_at: this.goodUntil(sessionEndsAt(times)),
      version: row.version,
    };
  }

  /** A gateway that keeps the answer asks again within a minute, so that use is noted before a session counts as idle. */
  private goodUntil(ends: number): number {
    return Math.min(ends, this.clock.now() + USE_RESOLUTION_MS);
  }
}
