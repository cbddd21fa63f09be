import * as z from 'zod';
import { version } from '../json.js';
import { defineEvent } from './event.js';

export const workspaceCreated = defineEvent(
  'access.workspace-created.v1',
  'access',
  z.object({ workspace_id: z.string(), name: z.string(), version }),
);

/** The whole current answer to "what may this principal do in this workspace"; an inactive one may do nothing. Key: workspace. */
export const principalChanged = defineEvent(
  'access.principal-changed.v1',
  'access',
  z.object({
    workspace_id: z.string(),
    principal_id: z.string(),
    active: z.boolean(),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    version,
  }),
);

/** A key or session that may no longer be used. Key: workspace, or the user for a session. */
export const credentialRevoked = defineEvent(
  'access.credential-revoked.v1',
  'access',
  z.object({ credential_id: z.string(), principal_id: z.string(), workspace_id: z.string().nullable(), reason: z.string(), version }),
);

/** Told each second, straight to the bus: a gateway that misses three asks rbac on every request. */
export const accessHeartbeat = defineEvent('access.heartbeat.v1', 'access', z.object({ at: z.number() }));
