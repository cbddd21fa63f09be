import * as z from 'zod';
import { defineOperation } from '../definition.js';
import { timestamp } from '../json.js';

const issuedSession = z.object({
  session_token: z.string(),
  session_id: z.string(),
  user_id: z.string(),
  expires_at: timestamp,
  password_required: z.boolean(),
});

export const password = z.string().min(12).max(200);

export const sessionsCreate = defineOperation({
  name: 'sessions_create',
  summary: 'Sign in with a one-time code, or with email and password.',
  description:
    'A code works once. At a first sign-in by code a password must be set with it. The token is shown once; send it as a bearer credential.',
  input: z.strictObject({
    code: z.string().max(200).optional(),
    new_password: password.optional(),
    email: z.email().max(254).optional(),
    password: z.string().max(200).optional(),
  }),
  output: issuedSession,
  permission: null,
  effect: 'write',
  anonymous: true,
  rest: { method: 'POST', path: '/v1/admin/sessions' },
  cli: { command: 'login', positional: [] },
});

export const sessionsEnd = defineOperation({
  name: 'sessions_end',
  summary: 'Sign out: end the session that makes this call.',
  description: 'Its turns and unclaimed runs end with it.',
  input: z.strictObject({}),
  output: z.object({ ended: z.boolean() }),
  permission: null,
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/sessions/end' },
  cli: { command: 'logout', positional: [] },
});
