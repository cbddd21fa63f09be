import { Controller } from '@nestjs/common';
import { billingApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { EstimateCall } from './estimate-call.js';
import { toPriceView } from './price-view.js';
import { PriceStore } from './price.store.js';
import { SetPrice } from './set-price.js';

@Controller()
export class PricesController {
  constructor(
    private readonly setting: SetPrice,
    private readonly estimating: EstimateCall,
    private readonly prices: PriceStore,
  ) {}

  @ServiceRoute(billingApi.setPrice)
  set(
    @ServiceBody(billingApi.setPrice) request: ServiceRequest<typeof billingApi.setPrice>,
  ): Promise<ServiceResponse<typeof billingApi.setPrice>> {
    return this.setting.run(request);
  }

  @ServiceRoute(billingApi.listPrices)
  async list(
    @ServiceBody(billingApi.listPrices) { caller }: ServiceRequest<typeof billingApi.listPrices>,
  ): Promise<ServiceResponse<typeof billingApi.listPrices>> {
    const rows = await this.prices.list(caller.workspace_id);
    return { outcome: 'done', value: { prices: rows.map(toPriceView) } };
  }

  @ServiceRoute(billingApi.estimate)
  estimate(
    @ServiceBody(billingApi.estimate) request: ServiceRequest<typeof billingApi.estimate>,
  ): Promise<ServiceResponse<typeof billingApi.estimate>> {
    return this.estimating.estimate(request);
  }

  @ServiceRoute(billingApi.quote)
  quote(
    @ServiceBody(billingApi.quote) request: ServiceRequest<typeof billingApi.quote>,
  ): Promise<ServiceResponse<typeof billingApi.quote>> {
    return this.estimating.quote(request);
  }
}
