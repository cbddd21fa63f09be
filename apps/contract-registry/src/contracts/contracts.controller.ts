import { Controller } from '@nestjs/common';
import { registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { ContractStore } from './contract.store.js';
import { PublishContracts } from './publish-contracts.js';
import { ReadHistory } from './read-history.js';
import { WithdrawVersion } from './withdraw-version.js';

type Answer<K extends keyof typeof registryApi> = Promise<ServiceResponse<(typeof registryApi)[K]>>;

@Controller()
export class ContractsController {
  constructor(
    private readonly publishing: PublishContracts,
    private readonly withdrawing: WithdrawVersion,
    private readonly reading: ReadHistory,
    private readonly contracts: ContractStore,
  ) {}

  @ServiceRoute(registryApi.publish)
  publish(@ServiceBody(registryApi.publish) request: ServiceRequest<typeof registryApi.publish>): Answer<'publish'> {
    return this.publishing.run(request);
  }

  @ServiceRoute(registryApi.withdraw)
  withdraw(@ServiceBody(registryApi.withdraw) { caller, input }: ServiceRequest<typeof registryApi.withdraw>): Answer<'withdraw'> {
    return this.withdrawing.run(caller, input);
  }

  @ServiceRoute(registryApi.history)
  history(@ServiceBody(registryApi.history) { caller, input }: ServiceRequest<typeof registryApi.history>): Answer<'history'> {
    return this.reading.history(caller, input.capability_id);
  }

  @ServiceRoute(registryApi.diff)
  diff(@ServiceBody(registryApi.diff) { caller, input }: ServiceRequest<typeof registryApi.diff>): Answer<'diff'> {
    return this.reading.diff(caller, input);
  }

  /** Only the gateway asks, with a digest that the registry itself gave out at redeem. */
  @ServiceRoute(registryApi.contract)
  async contract(@ServiceBody(registryApi.contract) { digest }: ServiceRequest<typeof registryApi.contract>): Answer<'contract'> {
    const body = await this.contracts.body(digest);
    return body ? { outcome: 'done', value: body } : { outcome: 'not_found' };
  }
}
