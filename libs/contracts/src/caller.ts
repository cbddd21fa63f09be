import * as z from 'zod';

export const principalKind = z.enum(['user', 'api_key', 'service_account']);

/** Who calls, as rbac told it to the gateway; the explicit first argument of every service call that acts for someone. */
export const caller = z.object({
  workspace_id: z.string(),
  principal_id: z.string(),
  principal_kind: principalKind,
  /** The API key or session that was presented. */
  credential_id: z.string(),
  /** Permissions held in this workspace. */
  permissions: z.array(z.string()),
  /** Scopes of the API key; null for a session, which has no such limit. */
  scopes: z.array(z.string()).nullable(),
  request_id: z.string(),
});
export type Caller = z.infer<typeof caller>;
