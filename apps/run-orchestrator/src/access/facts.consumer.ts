import { balanceChanged, contractWithdrawn, credentialRevoked, principalChanged, refuse } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { done, on, type Consumer } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { answerOf } from '../runs/answer-of.js';
import type { RunRow } from '../runs/run-row.js';
import type { RunStore } from '../runs/run.store.js';

/** Tombstones of withdrawn versions, which create and claim look at. */
export const withdrawalsConsumer: Consumer = {
  name: 'orchestrator.withdrawals',
  commutative: true,
  subscriptions: [
    on(contractWithdrawn, async (tx, { data }) => {
      await tx.query(
        'insert into withdrawn_versions (owner_workspace_id, capability_id, contract_version) values ($1, $2, $3) on conflict do nothing',
        [data.owner_workspace_id, data.capability_id, data.contract_version],
      );
      return done;
    }),
  ],
};

/** A later fact wins, in whatever order they come. */
const SEE_PRINCIPAL = `
  insert into seen_principals (workspace_id, principal_id, active, version) values ($1, $2, $3, $4)
  on conflict (workspace_id, principal_id) do update set active = excluded.active, version = excluded.version where seen_principals.version < excluded.version
  returning active`;

/** A revoked credential, or a principal that may do nothing any more, cancels its runs that nobody has claimed. */
export const revocationsConsumer = (runs: RunStore, clock: Clock): Consumer => ({
  name: 'orchestrator.revocations',
  commutative: true,
  subscriptions: [
    on(credentialRevoked, async (tx, { data }) => {
      await tx.query('insert into revoked_credentials (credential_id, reason) values ($1, $2) on conflict do nothing', [
        data.credential_id,
        data.reason,
      ]);
      const queued = `select * from runs where credential_id = $1 and state in ('holding', 'queued') for update`;
      await cancelQueued(tx, runs, clock, await tx.query<RunRow>(queued, [data.credential_id]));
      return done;
    }),
    on(principalChanged, async (tx, { data }) => {
      const applied = await tx.query(SEE_PRINCIPAL, [data.workspace_id, data.principal_id, data.active, data.version]);
      if (data.active || applied.length === 0) return done;
      const queued = `select * from runs where workspace_id = $1 and principal_id = $2 and state in ('holding', 'queued') for update`;
      await cancelQueued(tx, runs, clock, await tx.query<RunRow>(queued, [data.workspace_id, data.principal_id]));
      return done;
    }),
  ],
});

async function cancelQueued(tx: Transaction, runs: RunStore, clock: Clock, rows: readonly RunRow[]): Promise<void> {
  for (const row of rows) {
    const error = refuse(
      'unauthenticated',
      'The credential was revoked before the run began; nothing was sent.',
      { run_id: row.run_id },
      { control: null, arguments: {}, instruction: 'Use another key, or sign in again.' },
    );
    await runs.end(tx, row, clock.now(), { state: 'cancelled', error, answer: (ended) => answerOf(ended, null) });
  }
}

/** Credits as billing tells them, for the platform's own read. */
export const balancesConsumer: Consumer = {
  name: 'orchestrator.balances',
  commutative: true,
  subscriptions: [
    on(balanceChanged, async (tx, { data }) => {
      await tx.query(
        `insert into balances (workspace_id, balance_milli, held_milli, version) values ($1, $2, $3, $4)
         on conflict (workspace_id) do update set balance_milli = excluded.balance_milli, held_milli = excluded.held_milli, version = excluded.version where balances.version < excluded.version`,
        [data.workspace_id, data.balance_milli, data.held_milli, data.version],
      );
      return done;
    }),
  ],
};
