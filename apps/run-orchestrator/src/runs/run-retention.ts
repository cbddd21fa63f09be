import type { RetentionDays } from '@turnpike/contracts';
import { DAY_MS, ownerRequestRetention, type Migration, type Retention } from '@turnpike/platform-persistence';

/** What a purge looks through, and what the deletion of a run looks for. */
export const runRetentionMigration: Migration = {
  id: '0004-run-retention',
  sql: `
    create index runs_ended on runs (ended_at) where state in ('succeeded', 'failed', 'cancelled', 'refused');
    create index run_keys_created on run_keys (created_at);
    create index run_keys_of_run on run_keys (run_id);
  `,
};

const OVER = `state in ('succeeded', 'failed', 'cancelled', 'refused')`;

/**
 * Ended runs, with their events and keys; keys sooner, so that they may be used again. A run whose end is not known stays, and its key with
 * it: who repeats the call must not do the work a second time.
 */
export const runRetention = ({ runDays, idempotencyDays, ownerRequestDays }: RetentionDays): Retention[] => [
  {
    table: 'run_keys',
    keptMs: idempotencyDays * DAY_MS,
    key: ['workspace_id', 'principal_id', 'key'],
    over: `select k.workspace_id, k.principal_id, k.key from run_keys k join runs using (run_id)
           where k.created_at < $1 and ended_at < $1 and ${OVER} order by k.created_at limit $2`,
    batch: 1_000,
  },
  {
    table: 'runs',
    keptMs: runDays * DAY_MS,
    key: ['run_id'],
    // A key that outlives its run would answer for a run that is gone; where keys are kept longer, the run waits for its key.
    over: `select run_id from runs r where ended_at < $1 and ${OVER}
           and not exists (select 1 from run_keys k where k.run_id = r.run_id) order by ended_at limit $2 for update skip locked`,
    // A run may carry a result of a mebibyte and ten thousand events.
    batch: 200,
  },
  ownerRequestRetention(ownerRequestDays),
];
