import { refuse, type Refusal } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import type { Database, Transaction } from '@turnpike/platform-persistence';
import { loseCredentials } from '../connections/lose-credentials.js';
import { answerOf } from './answer-of.js';
import type { RunRow } from './run-row.js';
import { RunStore } from './run.store.js';

const BATCH = 500;
const OPEN = `select * from runs where state in ('holding', 'queued', 'running') order by run_id limit ${BATCH} for update`;

/** The relay of the next start finds what is told here; nobody need be woken. */
const nobody = (): void => undefined;

/**
 * After a restore no run of before is carried out: it may have been, after the backup was made. It is `unknown`, and says so. `keyLost`: the
 * key that sealed the credentials did not come along, so every connection is to be connected anew.
 */
export async function afterRestore(
  database: Database,
  tx: Transaction,
  { clock, keyLost }: { clock: Clock; keyLost: boolean },
): Promise<{ unknownRuns: number; lostConnections: number }> {
  const outbox = new Outbox({ source: 'orchestrator', topics: ['runs', 'connections'], clock, wake: nobody });
  const runs = new RunStore(database, outbox);
  let unknownRuns = 0;
  for (let rows = await tx.query<RunRow>(OPEN); rows.length > 0; rows = await tx.query<RunRow>(OPEN)) {
    for (const row of rows)
      await runs.end(tx, row, clock.now(), { state: 'unknown', error: restored(row), answer: (ended) => answerOf(ended, null) });
    unknownRuns += rows.length;
  }
  return { unknownRuns, lostConnections: keyLost ? await loseCredentials(tx, outbox) : 0 };
}

const restored = (row: RunRow): Refusal =>
  refuse(
    'upstream_failed',
    'Turnpike was restored from a backup made before this run ended: whether it was carried out since is not known here.',
    { run_id: row.run_id },
    { control: 'runs_get', arguments: { run_id: row.run_id }, instruction: 'Look at the provider before you issue another call.' },
  );
