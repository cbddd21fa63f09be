import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { CreateWorkspace } from './create-workspace.js';
import { ListWorkspaces } from './list-workspaces.js';

type Api = typeof rbacApi;

@Controller()
export class WorkspacesController {
  constructor(
    private readonly createWorkspace: CreateWorkspace,
    private readonly listWorkspaces: ListWorkspaces,
  ) {}

  @ServiceRoute(rbacApi.createWorkspace)
  create(
    @ServiceBody(rbacApi.createWorkspace) body: ServiceRequest<Api['createWorkspace']>,
  ): Promise<ServiceResponse<Api['createWorkspace']>> {
    return this.createWorkspace.run(body);
  }

  @ServiceRoute(rbacApi.listWorkspaces)
  list(@ServiceBody(rbacApi.listWorkspaces) body: ServiceRequest<Api['listWorkspaces']>): Promise<ServiceResponse<Api['listWorkspaces']>> {
    return this.listWorkspaces.run(body);
  }
}
