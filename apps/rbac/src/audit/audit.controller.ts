import { Controller } from '@nestjs/common';
import { rbacApi, type ServiceRequest, type ServiceResponse } from '@turnpike/contracts';
import { ServiceBody, ServiceRoute } from '@turnpike/platform-http';
import { ListAudit } from './list-audit.js';

@Controller()
export class AuditController {
  constructor(private readonly listAudit: ListAudit) {}

  @ServiceRoute(rbacApi.listAudit)
  list(@ServiceBody(rbacApi.listAudit) body: ServiceRequest<typeof rbacApi.listAudit>): Promise<ServiceResponse<typeof rbacApi.listAudit>> {
    return this.listAudit.run(body);
  }
}
