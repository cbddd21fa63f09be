import { workspaceCreated } from '@turnpike/contracts';
import { BUILTIN_PACKS, PLATFORM_WORKSPACE } from '@turnpike/domain-catalog';
import { contextOf, done, on, type Consumer, type Outbox } from '@turnpike/platform-messaging';
import { lockKey } from '@turnpike/platform-persistence';
import { tellInstall } from '../installs/install-facts.js';
import type { InstallRow } from '../installs/install.store.js';

/** Every new workspace has the platform's own packs. One that disabled them keeps them disabled. */
export const enableBuiltinConsumer = (outbox: Outbox): Consumer => ({
  name: 'registry.builtin',
  commutative: true,
  subscriptions: [
    on(workspaceCreated, async (tx, { data, envelope }) => {
      for (const { packId } of BUILTIN_PACKS) {
        await tx.query('select pg_advisory_xact_lock($1)', [lockKey(`install:${data.workspace_id}/${packId}`)]);
        const [row] = await tx.query<InstallRow>(
          `insert into installs (workspace_id, pack_id, owner_workspace_id, enabled, version) values ($1, $2, $3, true, next_version()) on conflict do nothing returning *`,
          [data.workspace_id, packId, PLATFORM_WORKSPACE],
        );
        if (row) await tellInstall(outbox, tx, null, row, contextOf(envelope));
      }
      return done;
    }),
  ],
});
