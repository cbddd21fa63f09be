import { refuse, type Refusal, type Repair } from '@turnpike/contracts';
import type { RunRow } from '../runs/run-row.js';

/** Why a queued run is not carried out: its time is over, or what it was admitted on is no more. Nothing was sent. */
export type ClaimProblem = 'late' | 'connection' | 'withdrawn' | 'revoked';

export function claimRefusal(row: RunRow, why: ClaimProblem): Refusal {
  const again: Repair = {
    control: 'tools_get',
    arguments: { capability_id: row.capability_id },
    instruction: 'Read the contract again, dry_run, then run.',
  };
  switch (why) {
    case 'late':
      return refuse('unavailable', 'The run did not start in time; nothing was sent.', { run_id: row.run_id }, again);
    case 'connection':
      return moved('connection', `${row.workspace_id}/${row.provider_id ?? ''}`, row.v_connection, 'changed', again);
    case 'withdrawn':
      return moved('contract', `${row.owner_workspace_id}/${row.capability_id}`, String(row.contract_version), 'withdrawn', again);
    case 'revoked':
      return refuse(
        'unauthenticated',
        'The credential was revoked before the run began; nothing was sent.',
        { run_id: row.run_id },
        { control: null, arguments: {}, instruction: 'Use another key, or sign in again.' },
      );
  }
}

const moved = (part: string, key: string, from: string, to: string, again: Repair): Refusal =>
  refuse('catalog_changed', `The ${part} moved before the run began; nothing was sent.`, { changes: [{ part, key, from, to }] }, again);
