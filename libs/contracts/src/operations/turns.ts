import * as z from 'zod';
import { vectorChange } from '../catalog/vector.js';
import { capabilityId } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { timestamp } from '../json.js';
import { page, pageInput } from '../paging.js';

export const turnView = z.object({
  turn_id: z.string(),
  principal_id: z.string(),
  state: z.enum(['open', 'retired', 'expired']),
  minted_at: timestamp,
  expires_at: timestamp,
  goal: z.string().nullable(),
  capabilities: z.array(capabilityId),
  change: vectorChange.nullable(),
});

export const turnsList = defineOperation({
  name: 'turns_list',
  summary: 'Tool turns of this workspace, newest first.',
  description: 'What each delivered and whether it is still good. Tokens are never shown.',
  input: z.strictObject({ ...pageInput }),
  output: page(turnView),
  permission: 'turns.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/turns' },
  cli: { command: 'admin turns list', positional: [] },
});

export const turnsRetire = defineOperation({
  name: 'turns_retire',
  summary: 'End a tool turn now.',
  description: 'Its next use answers tool_turn_expired.',
  input: z.strictObject({ turn_id: z.string().max(80) }),
  output: z.object({ turn_id: z.string(), retired: z.boolean() }),
  permission: 'turns.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/turns/{turn_id}/retire' },
  cli: { command: 'admin turns retire', positional: ['turn_id'] },
});
