import * as z from 'zod';
import { principalKind } from '../caller.js';
import { defineControl } from '../definition.js';

export const whoami = defineControl({
  name: 'whoami',
  summary: 'Who is calling, in which workspace, and what this caller may do.',
  description: 'Names the principal behind the credential, its workspace, roles, permissions and, for an API key, its scopes.',
  input: z.strictObject({}),
  output: z.object({
    principal: z.object({ id: z.string(), kind: principalKind, name: z.string() }),
    workspace: z.object({ id: z.string(), name: z.string() }),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    scopes: z.array(z.string()).nullable(),
  }),
  permission: null,
  effect: 'read',
  rest: { method: 'GET', path: '/v1/whoami' },
  cli: { command: 'whoami', positional: [] },
});
