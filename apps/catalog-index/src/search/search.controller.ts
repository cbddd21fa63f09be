import { Controller } from '@nestjs/common';
import { indexApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { Catalog } from '../catalog/catalog.js';
import { WorkspaceGoals } from '../goals/workspace-goals.js';
import { SearchCatalog } from './search-catalog.js';

@Controller()
export class SearchController {
  constructor(
    private readonly searching: SearchCatalog,
    private readonly catalog: Catalog,
    private readonly goals: WorkspaceGoals,
    private readonly messaging: MessagingRuntime,
  ) {}

  @ServiceRoute(indexApi.search)
  search(@ServiceBody(indexApi.search) request: ServiceRequest<typeof indexApi.search>): ServiceResponse<typeof indexApi.search> {
    return this.searching.search(request);
  }

  @ServiceRoute(indexApi.route)
  route(@ServiceBody(indexApi.route) request: ServiceRequest<typeof indexApi.route>): ServiceResponse<typeof indexApi.route> {
    return this.searching.route(request);
  }

  @ServiceRoute(indexApi.nearest)
  nearest(@ServiceBody(indexApi.nearest) request: ServiceRequest<typeof indexApi.nearest>): ServiceResponse<typeof indexApi.nearest> {
    return this.searching.nearest(request);
  }

  @ServiceRoute(indexApi.packRevision)
  packRevision(
    @ServiceBody(indexApi.packRevision) { owner_workspace_id: owner, pack_id: packId }: ServiceRequest<typeof indexApi.packRevision>,
  ): ServiceResponse<typeof indexApi.packRevision> {
    return { revision: this.catalog.packRevision(`${owner}/${packId}`) };
  }

  @ServiceRoute(indexApi.forgetGoals)
  async forgetGoals(
    @ServiceBody(indexApi.forgetGoals) { caller }: ServiceRequest<typeof indexApi.forgetGoals>,
  ): Promise<ServiceResponse<typeof indexApi.forgetGoals>> {
    return { outcome: 'done', value: { forgotten: await this.goals.forget(caller.workspace_id) } };
  }

  @ServiceRoute(indexApi.status)
  status(): ServiceResponse<typeof indexApi.status> {
    return { documents: this.catalog.engine.size, ready: this.messaging.ready(), revision: this.catalog.revision };
  }
}
