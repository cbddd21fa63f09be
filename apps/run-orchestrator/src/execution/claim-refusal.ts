import { refuse, type Refusal, type Repair, type RunState } from '@turnpike/contracts';
import type { RunRow } from '../runs/run-row.js';

/** Why a queued run is not carried out: its time is over, it was begun too often, or what it was admitted on is no more. */
export type ClaimProblem = 'late' | 'claims' | 'connection' | 'withdrawn' | 'revoked';

/** How a run ends that may not be claimed. One that was begun before has failed: what an earlier worker sent is not taken back. */
export const claimEnding = (row: RunRow, why: ClaimProblem): { state: RunState; error: Refusal } => ({
  state: row.fence === 0 ? 'refused' : 'failed',
  error: claimRefusal(row, why),
});

function claimRefusal(row: RunRow, why: ClaimProblem): Refusal {
  const sent = row.fence === 0 ? 'nothing was sent' : 'an earlier try sent nothing, or only what does no harm when it is repeated';
  const again: Repair = {
    control: 'tools_get',
    arguments: { capability_id: row.capability_id },
    instruction: 'Read the contract again, dry_run, then run.',
  };
  switch (why) {
    case 'late':
      return refuse('unavailable', `The run did not start in time; ${sent}.`, { run_id: row.run_id }, again);
    case 'claims':
      return refuse('upstream_failed', `The run was begun ${row.fence} times and never ended; ${sent}.`, { run_id: row.run_id }, again);
    case 'connection':
      return moved('connection', `${row.workspace_id}/${row.provider_id ?? ''}`, row.v_connection, 'changed', sent, again);
    case 'withdrawn':
      return moved('contract', `${row.owner_workspace_id}/${row.capability_id}`, String(row.contract_version), 'withdrawn', sent, again);
    case 'revoked':
      return refuse(
        'unauthenticated',
        `The credential was revoked before the run began; ${sent}.`,
        { run_id: row.run_id },
        { control: null, arguments: {}, instruction: 'Use another key, or sign in again.' },
      );
  }
}

const moved = (part: string, key: string, from: string, to: string, sent: string, again: Repair): Refusal =>
  refuse('catalog_changed', `The ${part} moved before the run began; ${sent}.`, { changes: [{ part, key, from, to }] }, again);
