import { refuse, type Refusal } from '@turnpike/contracts';

/** The refusal for a permission that the principal lacks; names it and the roles that hold it. Only a person can repair it. */
export const permissionDenied = (permission: string, holders: readonly string[]): Refusal =>
  refuse(
    'permission_denied',
    `This needs the permission ${permission}, which you do not hold here.`,
    { permission, roles: [...holders] },
    { control: null, arguments: {}, instruction: `Ask an owner of this workspace for a role that holds ${permission}: ${holders.join(', ') || 'none does yet'}.` },
  );
