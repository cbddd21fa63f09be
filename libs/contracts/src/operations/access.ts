import * as z from 'zod';
import { scopeName } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { timestamp } from '../json.js';

export const roleName = z
  .string()
  .max(60)
  .regex(/^[a-z][a-z0-9_]*$/);

export const workspacesCreate = defineOperation({
  name: 'workspaces_create',
  summary: 'Create a workspace owned by the signed-in user.',
  description: 'The caller becomes its owner.',
  input: z.strictObject({ name: z.string().min(1).max(100) }),
  output: z.object({ workspace_id: z.string(), name: z.string() }),
  permission: null,
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/workspaces' },
  cli: { command: 'admin workspaces create', positional: ['name'] },
});

export const workspacesList = defineOperation({
  name: 'workspaces_list',
  summary: 'The workspaces this caller is a member of.',
  description: 'Never lists a workspace the caller is no member of.',
  input: z.strictObject({}),
  output: z.object({ workspaces: z.array(z.object({ workspace_id: z.string(), name: z.string(), roles: z.array(roleName) })) }),
  permission: null,
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/workspaces' },
  cli: { command: 'admin workspaces list', positional: [] },
});

const member = z.object({
  principal_id: z.string(),
  kind: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  roles: z.array(roleName),
});

export const membersList = defineOperation({
  name: 'members_list',
  summary: 'Members of this workspace and their roles.',
  description: 'Users and API keys alike.',
  input: z.strictObject({}),
  output: z.object({ members: z.array(member) }),
  permission: 'members.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/members' },
  cli: { command: 'admin members list', positional: [] },
});

export const membersAdd = defineOperation({
  name: 'members_add',
  summary: 'Add a user to this workspace with a role.',
  description: 'Answers a one-time code, shown once. The person is a member from the moment they sign in with it.',
  input: z.strictObject({ email: z.email().max(254), name: z.string().min(1).max(100), role: roleName }),
  output: z.object({ principal_id: z.string(), sign_in_code: z.string().nullable() }),
  permission: 'members.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/members' },
  cli: { command: 'admin members add', positional: ['email'] },
});

export const membersSetRole = defineOperation({
  name: 'members_set_role',
  summary: 'Give a member another role.',
  description: 'The last owner of a workspace cannot be given another role.',
  input: z.strictObject({ principal_id: z.string().max(80), role: roleName }),
  output: z.object({ principal_id: z.string(), roles: z.array(roleName) }),
  permission: 'members.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/members/{principal_id}/role' },
  cli: { command: 'admin members set-role', positional: ['principal_id', 'role'] },
});

export const membersRemove = defineOperation({
  name: 'members_remove',
  summary: 'Remove a member from this workspace.',
  description: 'Their sessions lose this workspace, and their unclaimed runs end. The last owner stays.',
  input: z.strictObject({ principal_id: z.string().max(80), confirm: z.literal(true).optional() }),
  output: z.object({ removed: z.boolean() }),
  permission: 'members.write',
  effect: 'write',
  owner: true,
  confirm: true,
  rest: { method: 'POST', path: '/v1/admin/members/{principal_id}/remove' },
  cli: { command: 'admin members remove', positional: ['principal_id'] },
});

export const rolesList = defineOperation({
  name: 'roles_list',
  summary: 'The roles and the permissions that each holds.',
  description: "Read from rbac's own grants.",
  input: z.strictObject({}),
  output: z.object({ roles: z.array(z.object({ role: roleName, summary: z.string(), permissions: z.array(z.string()) })) }),
  permission: 'members.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/roles' },
  cli: { command: 'admin roles list', positional: [] },
});

const apiKey = z.object({
  api_key_id: z.string(),
  name: z.string(),
  /** The first characters, enough to recognise it. */
  prefix: z.string(),
  role: roleName,
  scopes: z.array(scopeName),
  created_at: timestamp,
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  last_used_at: timestamp.nullable(),
});

export const apiKeysCreate = defineOperation({
  name: 'api_keys_create',
  summary: 'Create an API key for this workspace.',
  description: 'The key is shown once and never again; only its hash is stored. Its role can hold no permission that its maker lacks.',
  input: z.strictObject({
    name: z.string().min(1).max(100),
    role: roleName,
    scopes: z.array(scopeName).min(1).max(50),
    expires_in_days: z.int().min(1).max(3650).optional(),
  }),
  /** `secret` is null when an idempotent repeat is answered: the key was shown with the first answer only. */
  output: apiKey.extend({ secret: z.string().nullable() }),
  permission: 'api_keys.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/api-keys' },
  cli: { command: 'admin api-keys create', positional: ['name'] },
});

export const apiKeysList = defineOperation({
  name: 'api_keys_list',
  summary: 'API keys of this workspace, without their secrets.',
  description: 'Shows prefix, role, scopes, expiry, revocation and last use.',
  input: z.strictObject({}),
  output: z.object({ api_keys: z.array(apiKey) }),
  permission: 'api_keys.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/api-keys' },
  cli: { command: 'admin api-keys list', positional: [] },
});

export const apiKeysRevoke = defineOperation({
  name: 'api_keys_revoke',
  summary: 'Revoke an API key for good.',
  description: 'Acts at once on live runs and owner actions, elsewhere within a second. Its unclaimed runs end.',
  input: z.strictObject({ api_key_id: z.string().max(80), confirm: z.literal(true).optional() }),
  output: z.object({ api_key_id: z.string(), revoked_at: timestamp }),
  permission: 'api_keys.write',
  effect: 'write',
  owner: true,
  confirm: true,
  rest: { method: 'POST', path: '/v1/admin/api-keys/{api_key_id}/revoke' },
  cli: { command: 'admin api-keys revoke', positional: ['api_key_id'] },
});

export const auditEntry = z.object({
  sequence: z.int(),
  at: timestamp,
  principal_id: z.string(),
  action: z.string(),
  subject: z.string(),
  outcome: z.string(),
  digest: z.string(),
  previous_digest: z.string(),
});

export const auditList = defineOperation({
  name: 'audit_list',
  summary: 'The audit log of this workspace, newest first.',
  description: 'Each entry carries the digest of the one before it.',
  input: z.strictObject({ before: z.int().optional(), limit: z.int().min(1).max(200).optional() }),
  output: z.object({ items: z.array(auditEntry) }),
  permission: 'audit.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/audit' },
  cli: { command: 'admin audit list', positional: [] },
});
