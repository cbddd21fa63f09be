import { OVER_STATES, type RunState } from '@turnpike/contracts';

/** From each state, where a run may go (wire.md, "Run states"). Back to `queued` only when its claim is given back. */
const MOVES: Readonly<Record<RunState, readonly RunState[]>> = {
  // Not begun is unknown only after a restore: what became of it after the backup, nobody can tell.
  holding: ['queued', 'cancelled', 'refused', 'unknown'],
  queued: ['running', 'cancelled', 'refused', 'failed', 'unknown'],
  running: ['succeeded', 'failed', 'cancelled', 'unknown', 'queued'],
  // Once, when somebody finds out what really happened.
  unknown: ['succeeded', 'failed', 'cancelled'],
  succeeded: [],
  failed: [],
  cancelled: [],
  refused: [],
};

export const mayMove = (from: RunState, to: RunState): boolean => MOVES[from].includes(to);

/** The state after a move. Throws on one that there is not: that is a defect, never an answer. */
export function move(from: RunState, to: RunState): RunState {
  if (!mayMove(from, to)) throw new Error(`a run does not move from ${from} to ${to}`);
  return to;
}

/** Cancelling ends a run that nobody works on, asks one that is worked on, and comes too late for one that is over. */
export function decideCancel(state: RunState): 'end' | 'ask' | 'too_late' {
  if (OVER_STATES.has(state)) return 'too_late';
  return state === 'running' ? 'ask' : 'end';
}

/** How often one run may be claimed, when its contract says that repeating it does no harm. */
export const MOST_CLAIMS = 3;

/**
 * What becomes of a run whose worker is gone without an ending. The provider may have been called: only a contract that says `repeatable` is
 * tried again, within bounds, and fails then; any other is unknown, and is said to be.
 */
export function decideLost(run: { readonly repeatable: boolean; readonly claims: number }): 'queued' | 'failed' | 'unknown' {
  if (!run.repeatable) return 'unknown';
  return run.claims < MOST_CLAIMS ? 'queued' : 'failed';
}
