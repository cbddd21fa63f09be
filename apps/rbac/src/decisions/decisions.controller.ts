import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { Authenticate } from './authenticate.js';
import { Authorize } from './authorize.js';
import { ListPermissions } from './list-permissions.js';

type Api = typeof rbacApi;

@Controller()
export class DecisionsController {
  constructor(
    private readonly authenticates: Authenticate,
    private readonly authorizes: Authorize,
    private readonly listPermissions: ListPermissions,
  ) {}

  @ServiceRoute(rbacApi.authenticate)
  authenticate(
    @ServiceBody(rbacApi.authenticate) body: ServiceRequest<Api['authenticate']>,
  ): Promise<ServiceResponse<Api['authenticate']>> {
    return this.authenticates.run(body);
  }

  @ServiceRoute(rbacApi.authorize)
  authorize(@ServiceBody(rbacApi.authorize) body: ServiceRequest<Api['authorize']>): Promise<ServiceResponse<Api['authorize']>> {
    return this.authorizes.run(body);
  }

  @ServiceRoute(rbacApi.permissions)
  permissions(): ServiceResponse<Api['permissions']> {
    return this.listPermissions.run();
  }
}
