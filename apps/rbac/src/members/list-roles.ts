import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { ROLES } from '@turnpike/domain-access';
import { permissionDenied } from '../refusals.js';

@Injectable()
export class ListRoles {
  async run({ caller }: ServiceRequest<typeof rbacApi.listRoles>): Promise<ServiceResponse<typeof rbacApi.listRoles>> {
    if (!caller.permissions.includes('members.read')) return { outcome: 'refused', refusal: permissionDenied('members.read') };
    const roles = ROLES.map(({ name, summary, permissions }) => ({ role: name, summary, permissions: [...permissions] }));
    return { outcome: 'done', value: { roles } };
  }
}
