import * as z from 'zod';
import { capabilityId, creditClass } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { credits, jsonObject, timestamp } from '../json.js';

const priceView = z.object({ capability_id: capabilityId, per_call: credits, version: z.int(), set_at: timestamp });

export const pricesSet = defineOperation({
  name: 'prices_set',
  summary: "Set what one call of a capability of this workspace's own packs costs.",
  description:
    'Fixed credits a call, at least 0.001, for capabilities of credit class action, in every workspace that uses the pack. A new price version retires the turns that were shown the old one.',
  input: z.strictObject({ capability_id: capabilityId, per_call: credits }),
  output: priceView,
  permission: 'billing.write',
  effect: 'write',
  owner: true,
  rest: { method: 'POST', path: '/v1/admin/prices' },
  cli: { command: 'admin prices set', positional: ['capability_id', 'per_call'] },
});

export const pricesList = defineOperation({
  name: 'prices_list',
  summary: "Prices of this workspace's own packs.",
  description: 'The current version of each.',
  input: z.strictObject({}),
  output: z.object({ prices: z.array(priceView) }),
  permission: 'billing.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/prices' },
  cli: { command: 'admin prices list', positional: [] },
});

export const creditsEstimate = defineOperation({
  name: 'credits_estimate',
  summary: 'What a call would cost, without running it.',
  description: 'For the given parameters, at the current price.',
  input: z.strictObject({ capability_id: capabilityId, params: jsonObject }),
  output: z.object({
    capability_id: capabilityId,
    credit_class: creditClass,
    estimated: credits,
    price_version: z.int().nullable(),
    units: z.array(z.object({ name: z.string(), count: z.number(), each: credits })),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'POST', path: '/v1/admin/credits/estimate' },
  cli: { command: 'admin credits estimate', positional: ['capability_id'] },
});
