import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@turnpike/contracts';
import { decideLost } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { ContractBodies } from '../admission/contract-bodies.js';
import { answerOf } from '../runs/answer-of.js';
import type { RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { RunStore } from '../runs/run.store.js';
import { claimEnding } from './claim-refusal.js';

/** Runs that one sweep takes of each kind; the next comes a second later. */
const MOST_AT_ONCE = 50;

const LOST = `select * from runs where state = 'running' and lease_until < $1 order by lease_until limit ${MOST_AT_ONCE} for update skip locked`;
const LATE = `select * from runs where state = 'queued' and fence = 0 and not_after < $1 order by created_at limit ${MOST_AT_ONCE} for update skip locked`;

/** Ends runs whose time is over: those that nobody began in time, and those whose worker is gone without an ending. */
@Injectable()
export class EndOverdue {
  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly bodies: ContractBodies,
    private readonly signals: RunSignals,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  /** How many were ended or given back. */
  async run(): Promise<number> {
    const moved = await this.db.tx(async (tx) => {
      const now = this.clock.now();
      const late = await tx.query<RunRow>(LATE, [new Date(now)]);
      for (const row of late) await this.runs.end(tx, row, now, { ...claimEnding(row, 'late'), answer: (ended) => answerOf(ended, null) });
      const lost = await tx.query<RunRow>(LOST, [new Date(now)]);
      for (const row of lost) await this.settleLost(tx, row, now);
      return [...late, ...lost];
    });
    for (const { run_id } of moved) this.signals.runMoved(run_id);
    if (moved.length > 0) this.signals.workWaits();
    return moved.length;
  }

  private async settleLost(tx: Transaction, row: RunRow, now: number): Promise<void> {
    const contract = await this.bodies.find(row.digest);
    const next = decideLost({ repeatable: contract?.async.repeatable === true, claims: row.fence });
    // Asked to stop before it was lost: repeating it now is not what anybody wants.
    if (next === 'queued' && row.cancel_requested_at === null) return this.runs.giveBack(tx, row, now);
    const state = next === 'queued' ? 'cancelled' : next;
    await this.runs.end(tx, row, now, { state, error: lostHolder(row), answer: (ended) => answerOf(ended, contract) });
  }
}

const lostHolder = (row: RunRow): Refusal =>
  refuse(
    'upstream_failed',
    'Whoever carried out this run stopped before it told how it ended.',
    { run_id: row.run_id, begun: row.fence },
    { control: 'runs_get', arguments: { run_id: row.run_id }, instruction: 'Look at the provider before you issue another call.' },
  );
