export interface Membership {
  readonly principalId: string;
  readonly kind: 'user' | 'api_key' | 'service_account';
  readonly roles: readonly string[];
  /** True once the member has signed in; an invitation that nobody took up cannot look after a workspace. */
  readonly active: boolean;
}

const isOwner = (member: Membership): boolean => member.kind === 'user' && member.active && member.roles.includes('owner');

/**
 * Whether giving `principalId` these roles (none: removing it) would leave the workspace without an owner. Only people
 * count: an API key can take no owner action, so a workspace left to one could never be governed again.
 */
export function leavesNoOwner(members: readonly Membership[], principalId: string, roles: readonly string[]): boolean {
  const target = members.find((member) => member.principalId === principalId);
  if (!target || !isOwner(target) || roles.includes('owner')) return false;
  return !members.some((member) => member.principalId !== principalId && isOwner(member));
}
