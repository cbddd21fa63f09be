import { Inject, Injectable } from '@nestjs/common';
import { MOST_CLAIMS } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { answerOf } from '../runs/answer-of.js';
import type { RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { RunStore } from '../runs/run.store.js';
import { claimEnding, type ClaimProblem } from './claim-refusal.js';

/** The longest outward call. */
export const LONGEST_CALL_MS = 60_000;
/** A claim outlives the longest call by this much, so that an ending is written by who made the call. */
const LEASE_MS = LONGEST_CALL_MS + 15_000;

/** A run that this process works on, and how long it still may. */
export interface Claim {
  readonly run: RunRow;
  /** Milliseconds left of the claim, by a clock that never goes back. */
  readonly leftMs: () => number;
}

type Claimed = { readonly run: RunRow; readonly refused: ClaimProblem | null } | null;

/** One prepared call; see claim-run.sql.ts. Walks the index `runs_queued`. */
const CLAIM = { name: 'orchestrator-claim', text: 'select claim_run($1, $2, $3, $4) as claim' };

/** Takes queued runs for this process: running, with its event and fact, in the transaction of the claim. */
@Injectable()
export class ClaimRun {
  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  /** The next run; `refused` for one that was ended instead; null when none waits. */
  async next(fullWorkspaces: readonly string[]): Promise<Claim | 'refused' | null> {
    // Taken before the claim: what is left of it is never thought longer than it is.
    const until = performance.now() + LEASE_MS;
    const claimed = await this.db.tx(async (tx) => {
      const values = [new Date(this.clock.now()), `${LEASE_MS} milliseconds`, MOST_CLAIMS, fullWorkspaces];
      const [row] = await tx.query<{ claim: Claimed }>(CLAIM, values);
      if (!row?.claim) return null;
      const { run, refused } = row.claim;
      if (refused === null) await this.runs.tell(tx, run);
      else await this.runs.end(tx, run, this.clock.now(), { ...claimEnding(run, refused), answer: (ended) => answerOf(ended, null) });
      return row.claim;
    });
    if (!claimed) return null;
    this.signals.runMoved(claimed.run.run_id);
    return claimed.refused === null ? { run: claimed.run, leftMs: () => until - performance.now() } : 'refused';
  }
}
