import type { PackState } from '@turnpike/contracts';

export interface PackVisibility {
  readonly ownerWorkspaceId: string;
  readonly state: PackState;
  readonly sharedAll: boolean;
  readonly sharedWith: readonly string[];
}

/** Whether a workspace may use a pack at all: its own in any state but withdrawn, another's only when live or deprecated and shared with it. */
export function mayUsePack(pack: PackVisibility, workspaceId: string): boolean {
  if (pack.state === 'withdrawn') return false;
  if (pack.ownerWorkspaceId === workspaceId) return true;
  return pack.state !== 'draft' && (pack.sharedAll || pack.sharedWith.includes(workspaceId));
}
