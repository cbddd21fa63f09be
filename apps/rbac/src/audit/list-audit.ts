import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { permissionDenied } from '../refusals.js';
import { AuditStore } from './audit.store.js';

const DEFAULT_ENTRIES = 50;

@Injectable()
export class ListAudit {
  constructor(private readonly store: AuditStore) {}

  async run({ caller, input }: ServiceRequest<typeof rbacApi.listAudit>): Promise<ServiceResponse<typeof rbacApi.listAudit>> {
    if (!caller.permissions.includes('audit.read')) return { outcome: 'refused', refusal: permissionDenied('audit.read') };
    const entries = await this.store.list(caller.workspace_id, input.before ?? null, input.limit ?? DEFAULT_ENTRIES);
    return { outcome: 'done', value: { items: entries.map(({ workspace_id: _own, ...entry }) => entry) } };
  }
}
