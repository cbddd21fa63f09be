import { Injectable } from '@nestjs/common';
import { refuse, type billingApi, type Estimate, type Refusal, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { formatCredits } from '@turnpike/kernel';
import { PriceStore } from './price.store.js';

type Priced = ServiceRequest<typeof billingApi.estimate>;

/** What a call costs at the current price version, and the answer to a live call that has not agreed to it yet. */
@Injectable()
export class EstimateCall {
  constructor(private readonly prices: PriceStore) {}

  async estimate(request: Priced): Promise<ServiceResponse<typeof billingApi.estimate>> {
    if (request.cost.class === 'free') return { outcome: 'estimated', estimate: { milli: 0, price_version: null, units: [] } };
    const price = await this.prices.current(request.owner_workspace_id, request.capability_id);
    return price ? { outcome: 'estimated', estimate: estimateOf(price) } : { outcome: 'refused', refusal: unpriced(request.capability_id) };
  }

  async quote(request: ServiceRequest<typeof billingApi.quote>): Promise<ServiceResponse<typeof billingApi.quote>> {
    const price = await this.prices.current(request.owner_workspace_id, request.capability_id);
    const current = String(price?.version ?? 0);
    if (current !== request.price_vector) {
      const key = `${request.owner_workspace_id}/${request.capability_id}`;
      return {
        outcome: 'moved',
        parts: [
          { part: 'price', key, from: request.price_vector, to: current, ...(price && { value: { per_call_milli: price.perCallMilli } }) },
        ],
      };
    }
    return { outcome: 'refused', refusal: price ? quoteRequired(request, estimateOf(price)) : unpriced(request.capability_id) };
  }
}

const estimateOf = (price: { version: number; perCallMilli: number }): Estimate => ({
  milli: price.perCallMilli,
  price_version: price.version,
  units: [{ name: 'call', count: 1, each_milli: price.perCallMilli }],
});

const unpriced = (capabilityId: string): Refusal =>
  refuse(
    'price_missing',
    `${capabilityId} has no price yet.`,
    { capability_id: capabilityId },
    { control: null, arguments: {}, instruction: "The pack's owner must set its price (prices_set)." },
  );

function quoteRequired(request: Priced, estimate: Estimate): Refusal {
  const credits = formatCredits(estimate.milli);
  const details = {
    estimate: {
      credits,
      price_version: estimate.price_version,
      units: estimate.units.map(({ name, count, each_milli }) => ({ name, count, each: formatCredits(each_milli) })),
    },
  };
  return refuse('quote_required', `This call costs ${credits} credits, and paying for runs is not offered by this build.`, details, {
    control: null,
    arguments: {},
    instruction: 'Use dry_run for a preview with the estimate; a free capability can be run live.',
  });
}
