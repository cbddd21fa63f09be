import { Injectable } from '@nestjs/common';
import { LIMITS, type rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { WorkspacesStore } from './workspaces.store.js';

@Injectable()
export class ListWorkspaces {
  constructor(private readonly store: WorkspacesStore) {}

  async run({ caller }: ServiceRequest<typeof rbacApi.listWorkspaces>): Promise<ServiceResponse<typeof rbacApi.listWorkspaces>> {
    const workspaces = await this.store.listOf(caller.principal_id, LIMITS.workspacesPerUser);
    return { outcome: 'done', value: { workspaces } };
  }
}
