import { BUILTIN_PACKS, PLATFORM_WORKSPACE } from '@turnpike/domain-catalog';
import type { Caller } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { Database } from '@turnpike/platform-persistence';
import type { PublishContracts } from '../contracts/publish-contracts.js';
import type { ChangePack } from '../packs/change-pack.js';

/** Publishes the platform's own packs, shared with all. Does nothing where they stand already. */
export async function publishBuiltin(database: Database, publish: PublishContracts, packs: ChangePack): Promise<void> {
  const caller: Caller = {
    workspace_id: PLATFORM_WORKSPACE,
    principal_id: 'system',
    principal_kind: 'service_account',
    credential_id: 'system',
    permissions: [],
    scopes: null,
    request_id: newId('req'),
  };
  for (const { packId, title, description, contracts } of BUILTIN_PACKS) {
    const published = await publish.run({
      caller,
      pack: { pack_id: packId, title, description },
      contracts,
      complete: true,
      plan: false,
      sources: null,
    });
    if (published.outcome === 'refused') throw new Error(`the platform's pack ${packId} cannot be published: ${published.refusal.message}`);
    const [shared] = await database.query<{ shared_all: boolean }>(
      'select shared_all from packs where owner_workspace_id = $1 and pack_id = $2',
      [PLATFORM_WORKSPACE, packId],
    );
    if (!shared?.shared_all) await packs.share(caller, { pack_id: packId, with: 'all' });
  }
}
