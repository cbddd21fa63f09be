import * as z from 'zod';
import { caller, principalKind } from '../caller.js';
import { version } from '../json.js';
import * as access from '../operations/access.js';
import { sessionsCreate, sessionsEnd } from '../operations/sessions.js';
import { doneOrRefused } from './outcome.js';
import { defineService } from './service-api.js';

export const authenticated = z.object({
  outcome: z.literal('authenticated'),
  workspace_id: z.string(),
  workspace_name: z.string(),
  principal_id: z.string(),
  principal_kind: principalKind,
  principal_name: z.string(),
  credential_id: z.string(),
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  scopes: z.array(z.string()).nullable(),
  /** Milliseconds since the epoch when the session signed in; null for an API key. */
  signed_in_at: z.number().nullable(),
  /** Milliseconds since the epoch until which this answer is good: the credential's end, or sooner, so that its use gets noted. */
  expires_at: z.number().nullable(),
  /** The principal's access version: a cached answer with a lower one is stale. */
  version,
});
export type Authenticated = z.infer<typeof authenticated>;

const owned = { caller, idempotency_key: z.string().nullable() };
const forCaller = <S extends z.ZodRawShape>(input: { readonly shape: S }) => z.object({ caller, input: z.object(input.shape) });
const forOwner = <S extends z.ZodRawShape>(input: { readonly shape: S }) => z.object({ ...owned, input: z.object(input.shape) });

export const rbacApi = defineService('rbac', {
  /** Who presents this credential. `workspace_id` chooses among a user's workspaces; the first membership otherwise. */
  authenticate: {
    request: z.object({ credential: z.string().max(400), workspace_id: z.string().nullable() }),
    response: z.discriminatedUnion('outcome', [
      authenticated,
      z.object({ outcome: z.literal('unauthenticated'), reason: z.enum(['unknown', 'expired', 'revoked', 'malformed', 'no_membership']) }),
    ]),
    repeatable: true,
  },
  /** Asked for every live run, never cached: acts on a revocation at once. */
  authorize: {
    request: z.object({ workspace_id: z.string(), principal_id: z.string(), credential_id: z.string(), permission: z.string() }),
    response: z.object({ allowed: z.boolean(), credential_live: z.boolean(), version, holders: z.array(z.string()) }),
    repeatable: true,
  },
  /** Every permission that rbac knows and which built-in roles hold it. */
  permissions: {
    request: z.object({}),
    response: z.object({ permissions: z.array(z.object({ name: z.string(), summary: z.string(), roles: z.array(z.string()) })) }),
    repeatable: true,
  },
  signIn: {
    request: z.object({ input: z.object(sessionsCreate.input.shape) }),
    response: doneOrRefused(sessionsCreate.output),
    repeatable: false,
  },
  signOut: { request: z.object({ caller }), response: doneOrRefused(sessionsEnd.output), repeatable: true },
  listWorkspaces: {
    request: forCaller(access.workspacesList.input),
    response: doneOrRefused(access.workspacesList.output),
    repeatable: true,
  },
  createWorkspace: {
    request: forOwner(access.workspacesCreate.input),
    response: doneOrRefused(access.workspacesCreate.output),
    repeatable: true,
  },
  listMembers: { request: forCaller(access.membersList.input), response: doneOrRefused(access.membersList.output), repeatable: true },
  addMember: { request: forOwner(access.membersAdd.input), response: doneOrRefused(access.membersAdd.output), repeatable: true },
  setRole: { request: forOwner(access.membersSetRole.input), response: doneOrRefused(access.membersSetRole.output), repeatable: true },
  removeMember: { request: forOwner(access.membersRemove.input), response: doneOrRefused(access.membersRemove.output), repeatable: true },
  listRoles: { request: forCaller(access.rolesList.input), response: doneOrRefused(access.rolesList.output), repeatable: true },
  createApiKey: { request: forOwner(access.apiKeysCreate.input), response: doneOrRefused(access.apiKeysCreate.output), repeatable: true },
  listApiKeys: { request: forCaller(access.apiKeysList.input), response: doneOrRefused(access.apiKeysList.output), repeatable: true },
  revokeApiKey: { request: forOwner(access.apiKeysRevoke.input), response: doneOrRefused(access.apiKeysRevoke.output), repeatable: true },
  listAudit: { request: forCaller(access.auditList.input), response: doneOrRefused(access.auditList.output), repeatable: true },
});
