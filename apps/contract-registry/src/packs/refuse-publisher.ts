import { refuse, type Caller, type Refusal } from '@turnpike/contracts';
import { coversScope } from '@turnpike/domain-admission';
import { PLATFORM_WORKSPACE } from '@turnpike/domain-catalog';

const publishScope = (packId: string): string => `${packId}:publish`;

/** Whether a caller may change a pack: the permission, and for an API key a scope that covers `<pack>:publish`. */
export function refusePublisher(caller: Caller, packId: string): Refusal | null {
  if (caller.workspace_id !== PLATFORM_WORKSPACE && !caller.permissions.includes('packs.write'))
    return refuse('permission_denied', 'This needs the permission packs.write.', { permission: 'packs.write' });
  const scope = publishScope(packId);
  if (coversScope(caller.scopes, scope)) return null;
  return refuse(
    'permission_denied',
    `This key may not change the pack ${packId}: its scopes do not cover ${scope}.`,
    { permission: 'packs.write', pack_id: packId, scope, held: [...(caller.scopes ?? [])] },
    { control: null, arguments: {}, instruction: `Use a key of that pack: an owner creates one with the scope ${packId}:*.` },
  );
}
