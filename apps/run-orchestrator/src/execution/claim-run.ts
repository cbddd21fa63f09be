import { Inject, Injectable } from '@nestjs/common';
import { MOST_CLAIMS, move } from '@turnpike/domain-runs';
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

type Answer = { readonly run: RunRow } | { readonly refused: ClaimProblem } | null;

/** Walks the index `runs_queued_of_workspace` from workspace to workspace, so that thousands queued by a full one are not looked at. */
const WAITING = {
  name: 'orchestrator-waiting',
  text: `
    with recursive workspaces as (
      (select workspace_id, 1 as nth from runs where state = 'queued' order by workspace_id limit 1)
      union all
      select next.workspace_id, nth + 1 from workspaces w cross join lateral (
        select workspace_id from runs where state = 'queued' and workspace_id > w.workspace_id order by workspace_id limit 1) next
      where nth < 10000
    )
    select waiting.* from workspaces w cross join lateral (
      select * from runs r where r.state = 'queued' and r.workspace_id = w.workspace_id order by r.created_at limit $2) waiting
    where w.workspace_id <> all($1) order by waiting.created_at limit $2`,
};
/** One prepared call; see claim-run.sql.ts. */
const CLAIM = { name: 'orchestrator-claim', text: 'select claim_run($1, $2, $3, $4, $5, $6) as answer' };

/** Takes queued runs for this process: running, with its event and fact, in the transaction of the claim. */
@Injectable()
export class ClaimRun {
  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  /** The oldest queued runs, not yet claimed, but for those of some workspaces. */
  waiting(most: number, fullWorkspaces: readonly string[]): Promise<RunRow[]> {
    return this.db.query<RunRow>(WAITING, [fullWorkspaces, most]);
  }

  /** The claim of a waiting run; `refused` when it was ended instead; null when another worker has it. */
  async take(row: RunRow): Promise<Claim | 'refused' | null> {
    // Taken before the claim: what is left of it is never thought longer than it is.
    const until = performance.now() + LEASE_MS;
    const fact = this.runs.envelope({ ...row, state: move(row.state, 'running'), sequence: row.sequence + 1 });
    const values = [row.run_id, row.sequence, new Date(this.clock.now()), `${LEASE_MS} milliseconds`, MOST_CLAIMS, JSON.stringify(fact)];
    const [claimed] = await this.db.query<{ answer: Answer }>(CLAIM, values);
    const answer = claimed?.answer ?? null;
    if (answer === null) return null;
    if ('refused' in answer) await this.refuse(row, answer.refused);
    this.signals.runMoved(row.run_id);
    return 'run' in answer ? { run: answer.run, leftMs: () => until - performance.now() } : 'refused';
  }

  private refuse(row: RunRow, why: ClaimProblem): Promise<void> {
    return this.db.tx(async (tx) => {
      const [waiting] = await tx.query<RunRow>(`select * from runs where run_id = $1 and state = 'queued' and sequence = $2 for update`, [
        row.run_id,
        row.sequence,
      ]);
      if (!waiting) return;
      await this.runs.end(tx, waiting, this.clock.now(), {
        ...claimEnding(waiting, why),
        answer: (ended) => answerOf(ended, null),
      });
    });
  }
}
