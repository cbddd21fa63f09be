import { Controller } from '@nestjs/common';
import { registryApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { ChangeInstall } from './change-install.js';

@Controller()
export class InstallsController {
  constructor(private readonly installs: ChangeInstall) {}

  @ServiceRoute(registryApi.listInstalls)
  async list(
    @ServiceBody(registryApi.listInstalls) { caller }: ServiceRequest<typeof registryApi.listInstalls>,
  ): Promise<ServiceResponse<typeof registryApi.listInstalls>> {
    return { outcome: 'done', value: { installs: await this.installs.list(caller) } };
  }

  @ServiceRoute(registryApi.enable)
  enable(
    @ServiceBody(registryApi.enable) { caller, input }: ServiceRequest<typeof registryApi.enable>,
  ): Promise<ServiceResponse<typeof registryApi.enable>> {
    return this.installs.enable(caller, input);
  }

  @ServiceRoute(registryApi.disable)
  disable(
    @ServiceBody(registryApi.disable) { caller, input }: ServiceRequest<typeof registryApi.disable>,
  ): Promise<ServiceResponse<typeof registryApi.disable>> {
    return this.installs.disable(caller, input.pack_id);
  }
}
