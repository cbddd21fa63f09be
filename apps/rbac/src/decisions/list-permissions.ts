import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceResponse } from '@turnpike/contracts';
import { GRANTS, PERMISSIONS } from '@turnpike/domain-access';

/** rbac's own source as plain data, for the check that compares it with what the definitions ask for. */
@Injectable()
export class ListPermissions {
  run(): ServiceResponse<typeof rbacApi.permissions> {
    return { permissions: PERMISSIONS.map(({ name, summary }) => ({ name, summary, roles: [...GRANTS.holders(name)] })) };
  }
}
