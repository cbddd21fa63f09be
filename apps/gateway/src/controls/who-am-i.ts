import type { AdmittedCall } from '../dispatch/call.js';
import { doneWith, type Outcome } from '../dispatch/outcome.js';

export function whoAmI({ principal }: AdmittedCall): Promise<Outcome> {
  return Promise.resolve(
    doneWith({
      principal: { id: principal.principal_id, kind: principal.principal_kind, name: principal.principal_name },
      workspace: { id: principal.workspace_id, name: principal.workspace_name },
      roles: principal.roles,
      permissions: principal.permissions,
      scopes: principal.scopes,
    }),
  );
}
