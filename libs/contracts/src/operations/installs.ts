import * as z from 'zod';
import { packId } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { jsonObject, timestamp } from '../json.js';

const install = z.object({
  pack_id: packId,
  owner_workspace_id: z.string(),
  enabled: z.boolean(),
  settings: jsonObject,
  updated_at: timestamp,
});

export const installsList = defineOperation({
  name: 'installs_list',
  summary: 'Packs enabled in this workspace, and those that could be.',
  description: 'Lists own packs and packs shared with this workspace.',
  input: z.strictObject({}),
  output: z.object({ installs: z.array(install) }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/installs' },
  cli: { command: 'admin installs list', positional: [] },
});

export const installsEnable = defineOperation({
  name: 'installs_enable',
  summary: 'Enable a pack in this workspace.',
  description: "Only one pack of a name can be enabled. Give the owner's workspace id when the pack is another's.",
  input: z.strictObject({ pack_id: packId, owner_workspace_id: z.string().max(80).optional(), settings: jsonObject.optional() }),
  output: install,
  permission: 'installs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/installs/{pack_id}/enable' },
  cli: { command: 'admin installs enable', positional: ['pack_id'] },
});

export const installsDisable = defineOperation({
  name: 'installs_disable',
  summary: 'Disable a pack in this workspace.',
  description: 'Turns that hold its contracts are retired.',
  input: z.strictObject({ pack_id: packId }),
  output: install,
  permission: 'installs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/installs/{pack_id}/disable' },
  cli: { command: 'admin installs disable', positional: ['pack_id'] },
});
