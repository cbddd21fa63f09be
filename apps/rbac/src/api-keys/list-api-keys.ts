import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { permissionDenied } from '../refusals.js';
import { ApiKeysStore, type ApiKeyRow } from './api-keys.store.js';

const onWire = ({ api_key_id, name, prefix, roles, scopes, created_at, expires_at, revoked_at, last_used_at }: ApiKeyRow) => ({
  api_key_id,
  name,
  prefix,
  role: roles[0] ?? '',
  scopes,
  created_at: created_at.toISOString(),
  expires_at: expires_at?.toISOString() ?? null,
  revoked_at: revoked_at?.toISOString() ?? null,
  last_used_at: last_used_at?.toISOString() ?? null,
});

@Injectable()
export class ListApiKeys {
  constructor(private readonly store: ApiKeysStore) {}

  async run({ caller }: ServiceRequest<typeof rbacApi.listApiKeys>): Promise<ServiceResponse<typeof rbacApi.listApiKeys>> {
    if (!caller.permissions.includes('api_keys.read')) return { outcome: 'refused', refusal: permissionDenied('api_keys.read') };
    const rows = await this.store.list(caller.workspace_id);
    return { outcome: 'done', value: { api_keys: rows.map(onWire) } };
  }
}
