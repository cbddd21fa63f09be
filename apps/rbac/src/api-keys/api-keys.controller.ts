import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { CreateApiKey } from './create-api-key.js';
import { ListApiKeys } from './list-api-keys.js';
import { RevokeApiKey } from './revoke-api-key.js';

type Api = typeof rbacApi;

@Controller()
export class ApiKeysController {
  constructor(
    private readonly createApiKey: CreateApiKey,
    private readonly listApiKeys: ListApiKeys,
    private readonly revokeApiKey: RevokeApiKey,
  ) {}

  @ServiceRoute(rbacApi.createApiKey)
  create(@ServiceBody(rbacApi.createApiKey) body: ServiceRequest<Api['createApiKey']>): Promise<ServiceResponse<Api['createApiKey']>> {
    return this.createApiKey.run(body);
  }

  @ServiceRoute(rbacApi.listApiKeys)
  list(@ServiceBody(rbacApi.listApiKeys) body: ServiceRequest<Api['listApiKeys']>): Promise<ServiceResponse<Api['listApiKeys']>> {
    return this.listApiKeys.run(body);
  }

  @ServiceRoute(rbacApi.revokeApiKey)
  revoke(@ServiceBody(rbacApi.revokeApiKey) body: ServiceRequest<Api['revokeApiKey']>): Promise<ServiceResponse<Api['revokeApiKey']>> {
    return this.revokeApiKey.run(body);
  }
}
