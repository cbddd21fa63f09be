import { balanceChanged, workspaceCreated } from '@turnpike/contracts';
import { contextOf, done, on, type Consumer, type Outbox } from '@turnpike/platform-messaging';

/** Opens an account of 0 credits for each new workspace, and tells its balance. */
export const accountsConsumer = (outbox: Outbox): Consumer => ({
  name: 'billing.accounts',
  commutative: true,
  subscriptions: [
    on(workspaceCreated, async (tx, { data, envelope }) => {
      const [opened] = await tx.query<{ version: number }>(
        'insert into accounts (workspace_id, version) values ($1, next_version()) on conflict do nothing returning version',
        [data.workspace_id],
      );
      if (opened) {
        const fact = { workspace_id: data.workspace_id, balance_milli: 0, held_milli: 0, version: opened.version };
        await outbox.append(tx, balanceChanged, data.workspace_id, fact, contextOf(envelope));
      }
      return done;
    }),
  ],
});
