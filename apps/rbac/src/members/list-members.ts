import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { permissionDenied } from '../refusals.js';
import { MembershipsStore } from './memberships.store.js';

@Injectable()
export class ListMembers {
  constructor(private readonly store: MembershipsStore) {}

  async run({ caller }: ServiceRequest<typeof rbacApi.listMembers>): Promise<ServiceResponse<typeof rbacApi.listMembers>> {
    if (!caller.permissions.includes('members.read')) return { outcome: 'refused', refusal: permissionDenied('members.read') };
    const rows = await this.store.list(caller.workspace_id);
    const members = rows.map(({ principal_id, kind, name, email, roles }) => ({ principal_id, kind, name, email, roles }));
    return { outcome: 'done', value: { members } };
  }
}
