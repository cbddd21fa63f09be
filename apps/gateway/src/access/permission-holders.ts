import { Injectable } from '@nestjs/common';
import type { CallContext } from '@turnpike/client';
import { Clients } from '../clients.js';

/** Which roles hold a permission, as rbac says; for refusals. */
@Injectable()
export class PermissionHolders {
  private roles = new Map<string, readonly string[]>();

  constructor(private readonly clients: Clients) {}

  /** Reads rbac's own list and keeps it: built-in roles change only with a build. */
  async load(context: CallContext): Promise<readonly { name: string; roles: readonly string[] }[]> {
    const { permissions } = await this.clients.rbac.permissions(context, {});
    this.roles = new Map(permissions.map(({ name, roles }) => [name, roles]));
    return permissions;
  }

  of(permission: string): readonly string[] {
    return this.roles.get(permission) ?? [];
  }
}
