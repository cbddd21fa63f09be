import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Refusal } from '@turnpike/contracts';
import type { Ending } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import { ContractBodies } from '../admission/contract-bodies.js';
import { answerOf } from '../runs/answer-of.js';
import type { RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { RunStore } from '../runs/run.store.js';
import { CallsUnderWay } from './calls-under-way.js';
import { claimRefusal, type ClaimProblem } from './claim-refusal.js';
import { ExecuteRun } from './execute-run.js';

type Claim = { readonly run: RunRow; readonly refused: ClaimProblem | null };

const MOST_AT_ONCE = 16;
const POLL_MS = 200;
const SWEEP_MS = 1_000;
/** The claim outlives the longest run by this much, so that an ending is always written by who made the call. */
const LEASE_MARGIN_MS = 15_000;
const LONGEST_SYNC_MS = 60_000;
const DRAIN_MS = 5_000;

/** Claims queued runs and carries them out, several at once; ends those whose time is over. */
@Injectable()
export class WorkRuns {
  private busy = 0;
  private claiming = false;
  private stopped = false;
  private timers: NodeJS.Timeout[] = [];
  private forgetListener: (() => void) | null = null;

  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly bodies: ContractBodies,
    private readonly executing: ExecuteRun,
    private readonly signals: RunSignals,
    private readonly calls: CallsUnderWay,
    @Inject('CLOCK') private readonly clock: Clock,
    @Inject('LOGGER') private readonly logger: Logger,
  ) {}

  start(): void {
    this.forgetListener = this.signals.onWork(() => void this.claimMore());
    this.timers = [setInterval(() => void this.claimMore(), POLL_MS), setInterval(() => void this.endOverdue(), SWEEP_MS)];
    for (const timer of this.timers) timer.unref();
  }

  /** Claims nothing new and lets what runs finish; what is left then is ended by its lease. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.forgetListener?.();
    for (const timer of this.timers) clearInterval(timer);
    for (let waited = 0; this.busy > 0 && waited < DRAIN_MS; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
    this.calls.abortAll();
    for (let waited = 0; this.busy > 0 && waited < DRAIN_MS; waited += 20) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  private async claimMore(): Promise<void> {
    if (this.claiming || this.stopped) return;
    this.claiming = true;
    try {
      while (this.busy < MOST_AT_ONCE && !this.stopped) {
        const claim = await this.claim();
        if (!claim) break;
        if (claim.refused === null) this.work(claim.run);
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'runs could not be claimed');
    } finally {
      this.claiming = false;
    }
  }

  private async claim(): Promise<Claim | null> {
    const lease = `${LONGEST_SYNC_MS + LEASE_MARGIN_MS} milliseconds`;
    const claimed = await this.db.tx(async (tx) => {
      const [row] = await tx.query<{ claim: Claim | null }>({ name: 'orchestrator-claim', text: 'select claim_run($1, $2) as claim' }, [
        new Date(this.clock.now()),
        lease,
      ]);
      if (!row?.claim) return null;
      if (row.claim.refused === null) await this.runs.tell(tx, row.claim.run);
      else await this.refuseClaim(tx, row.claim.run, row.claim.refused);
      return row.claim;
    });
    if (claimed) this.signals.runMoved(claimed.run.run_id);
    return claimed;
  }

  private work(row: RunRow): void {
    this.busy += 1;
    void this.carryOut(row)
      .catch((error: unknown) => this.logger.error({ err: error, run_id: row.run_id }, 'a run could not be ended'))
      .finally(() => {
        this.busy -= 1;
        void this.claimMore();
      });
  }

  private async carryOut(row: RunRow): Promise<void> {
    const contract = await this.bodies.find(row.digest);
    if (!contract) throw new Error(`the contract ${row.digest} is gone`);
    const ending = await this.executing.run(row, contract).catch((error: unknown): Ending => {
      this.logger.error({ err: error, run_id: row.run_id }, 'the execution of a run failed');
      return {
        state: 'unknown',
        result: null,
        truncated: false,
        error: refuse('internal', 'The execution failed on our side; what happened at the provider is not known.', { run_id: row.run_id }),
      };
    });
    await this.db.tx(async (tx) => {
      // Only the holder of this very claim may end it: a late worker writes nothing.
      const [held] = await tx.query<RunRow>(`select * from runs where run_id = $1 and fence = $2 and state = 'running' for update`, [
        row.run_id,
        row.fence,
      ]);
      if (!held) return;
      await this.runs.end(tx, held, this.clock.now(), { ...ending, answer: (ended) => answerOf(ended, contract) });
    });
    this.signals.runMoved(row.run_id);
  }

  private refuseClaim(tx: Transaction, row: RunRow, why: ClaimProblem): Promise<void> {
    return this.runs.end(tx, row, this.clock.now(), {
      state: 'refused',
      error: claimRefusal(row, why),
      answer: (ended) => answerOf(ended, null),
    });
  }

  /** Claims whose holder is gone: the provider may have been called, so the run is unknown, unless repeating is harmless: then it failed. */
  private async endOverdue(): Promise<void> {
    if (this.stopped) return;
    const ended = await this.db
      .tx(async (tx) => {
        const now = this.clock.now();
        const rows = await tx.query<RunRow>(
          `select * from runs where state = 'running' and lease_until < $1 order by lease_until limit 50 for update skip locked`,
          [new Date(now)],
        );
        for (const row of rows) {
          const contract = await this.bodies.find(row.digest);
          const harmless = contract?.async.repeatable === true;
          await this.runs.end(tx, row, now, {
            state: harmless ? 'failed' : 'unknown',
            error: lostHolder(row),
            answer: (over) => answerOf(over, contract),
          });
        }
        return rows;
      })
      .catch((error: unknown) => {
        this.logger.warn({ err: error }, 'overdue runs could not be ended');
        return [];
      });
    for (const { run_id } of ended) this.signals.runMoved(run_id);
  }
}

const lostHolder = (row: RunRow): Refusal =>
  refuse(
    'upstream_failed',
    'Whoever carried out this run stopped before it told how it ended.',
    { run_id: row.run_id },
    { control: 'runs_get', arguments: { run_id: row.run_id }, instruction: 'Look at the provider before you issue another call.' },
  );
