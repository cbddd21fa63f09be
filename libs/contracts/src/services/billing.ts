import * as z from 'zod';
import { caller } from '../caller.js';
import { capabilityId } from '../catalog/names.js';
import { costPolicy } from '../catalog/contract.js';
import { jsonObject, milli, version } from '../json.js';
import * as money from '../operations/money.js';
import { doneOrRefused, moved, refused } from './outcome.js';
import { defineService } from './service-api.js';

const owner = { caller, idempotency_key: z.string().nullable() };

/** What a call would cost at the current price version. */
export const estimate = z.object({
  milli,
  price_version: version.nullable(),
  units: z.array(z.object({ name: z.string(), count: z.number(), each_milli: milli })),
});
export type Estimate = z.infer<typeof estimate>;

const priced = { caller, capability_id: capabilityId, owner_workspace_id: z.string(), cost: costPolicy, params: jsonObject };

export const billingApi = defineService('billing', {
  setPrice: {
    request: z.object({ ...owner, input: z.object(money.pricesSet.input.shape) }),
    response: doneOrRefused(money.pricesSet.output),
    repeatable: true,
  },
  listPrices: { request: z.object({ caller }), response: doneOrRefused(money.pricesList.output), repeatable: true },
  estimate: {
    request: z.object(priced),
    response: z.discriminatedUnion('outcome', [z.object({ outcome: z.literal('estimated'), estimate }), refused]),
    repeatable: true,
  },
  /**
   * For a live call of a priced capability: under the price's shared lock, compares the delivered price with the current one.
   * Answers `moved`, or `quote_required` with the estimate as a refusal.
   */
  quote: {
    request: z.object({ ...priced, turn_id: z.string(), price_vector: z.string() }),
    response: z.discriminatedUnion('outcome', [moved, refused]),
    repeatable: true,
  },
});
