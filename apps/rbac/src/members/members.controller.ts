import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { AddMember } from './add-member.js';
import { ListMembers } from './list-members.js';
import { ListRoles } from './list-roles.js';
import { RemoveMember } from './remove-member.js';
import { SetRole } from './set-role.js';

type Api = typeof rbacApi;

@Controller()
export class MembersController {
  constructor(
    private readonly addMember: AddMember,
    private readonly setMemberRole: SetRole,
    private readonly removeMember: RemoveMember,
    private readonly listMembers: ListMembers,
    private readonly listRoles: ListRoles,
  ) {}

  @ServiceRoute(rbacApi.addMember)
  add(@ServiceBody(rbacApi.addMember) body: ServiceRequest<Api['addMember']>): Promise<ServiceResponse<Api['addMember']>> {
    return this.addMember.run(body);
  }

  @ServiceRoute(rbacApi.setRole)
  setRole(@ServiceBody(rbacApi.setRole) body: ServiceRequest<Api['setRole']>): Promise<ServiceResponse<Api['setRole']>> {
    return this.setMemberRole.run(body);
  }

  @ServiceRoute(rbacApi.removeMember)
  remove(@ServiceBody(rbacApi.removeMember) body: ServiceRequest<Api['removeMember']>): Promise<ServiceResponse<Api['removeMember']>> {
    return this.removeMember.run(body);
  }

  @ServiceRoute(rbacApi.listMembers)
  list(@ServiceBody(rbacApi.listMembers) body: ServiceRequest<Api['listMembers']>): Promise<ServiceResponse<Api['listMembers']>> {
    return this.listMembers.run(body);
  }

  @ServiceRoute(rbacApi.listRoles)
  roles(@ServiceBody(rbacApi.listRoles) body: ServiceRequest<Api['listRoles']>): Promise<ServiceResponse<Api['listRoles']>> {
    return this.listRoles.run(body);
  }
}
