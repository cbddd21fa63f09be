import * as z from 'zod';
import { capabilityId, providerId } from '../catalog/names.js';
import { defineControl } from '../definition.js';
import { timestamp } from '../json.js';

export const connectionState = z.enum(['missing', 'not_connected', 'connected', 'failing']);

export const integrationsList = defineControl({
  name: 'integrations_list',
  summary: "Providers that this workspace's capabilities need, and whether each is connected.",
  description: 'For each provider: its connection state and the capabilities that wait for it. After a connection changes, search again.',
  input: z.strictObject({}),
  output: z.object({
    integrations: z.array(
      z.object({
        provider_id: providerId,
        title: z.string(),
        state: connectionState,
        connected_at: timestamp.nullable(),
        capabilities: z.int(),
        /** The first 50 ids that cannot run until it is connected. */
        waiting: z.array(capabilityId),
      }),
    ),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/integrations' },
  cli: { command: 'integrations', positional: [] },
});
