import { Inject, Injectable } from '@nestjs/common';
import { refuse } from '@turnpike/contracts';
import type { Ending } from '@turnpike/domain-runs';
import type { Logger } from '@turnpike/platform-telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { ContractBodies } from '../admission/contract-bodies.js';
import type { RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { CallsUnderWay } from './calls-under-way.js';
import { ClaimRun, type Claim } from './claim-run.js';
import { EndOverdue } from './end-overdue.js';
import { ExecuteRun } from './execute-run.js';
import { FinishRun } from './finish-run.js';
import { WorkShares } from './work-shares.js';

const POLL_MS = 200;
const SWEEP_MS = 1_000;
const DRAIN_MS = 5_000;

/** Claims queued runs and carries them out, several at once. Woken by who queues one here, and by a poll for those queued elsewhere. */
@Injectable()
export class WorkRuns {
  private readonly shares = new WorkShares();
  private claiming = false;
  private again = false;
  private stopped = false;
  private timers: NodeJS.Timeout[] = [];
  private forgetListener: (() => void) | null = null;

  constructor(
    private readonly claims: ClaimRun,
    private readonly executing: ExecuteRun,
    private readonly finishing: FinishRun,
    private readonly overdue: EndOverdue,
    private readonly bodies: ContractBodies,
    private readonly signals: RunSignals,
    private readonly calls: CallsUnderWay,
    @Inject('LOGGER') private readonly logger: Logger,
  ) {}

  start(): void {
    this.forgetListener = this.signals.onWork(() => void this.claimMore());
    this.timers = [setInterval(() => void this.claimMore(), POLL_MS), setInterval(() => void this.endOverdue(), SWEEP_MS)];
    for (const timer of this.timers) timer.unref();
  }

  /** Claims nothing new and lets what runs finish; then cuts off what is left. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.forgetListener?.();
    for (const timer of this.timers) clearInterval(timer);
    await this.drain();
    this.calls.abortAll('stopping');
    await this.drain();
  }

  private async drain(): Promise<void> {
    for (let waited = 0; (this.shares.busy > 0 || this.claiming) && waited < DRAIN_MS; waited += 20) await sleep(20);
  }

  private async claimMore(): Promise<void> {
    // A run queued while the last look was under way would otherwise wait for the next poll.
    this.again = true;
    if (this.claiming) return;
    this.claiming = true;
    try {
      while (this.again && !this.stopped) {
        this.again = false;
        await this.claimAll();
      }
    } catch (error) {
      this.logger.warn({ err: error }, 'runs could not be claimed');
    } finally {
      this.claiming = false;
    }
  }

  private async claimAll(): Promise<void> {
    while (this.shares.free > 0 && !this.stopped) {
      const waiting = await this.claims.waiting(this.shares.free, this.shares.full());
      const begun = await Promise.all(waiting.filter((row) => this.shares.take(row.workspace_id)).map((row) => this.begin(row)));
      // All of them are with other workers, or none was left.
      if (!begun.includes(true)) return;
    }
  }

  /** Claims a run for which a place is taken. True when that moved it. */
  private async begin(row: RunRow): Promise<boolean> {
    const leave = (): void => this.shares.leave(row.workspace_id);
    const claim = await this.claims.take(row).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (claim === null || claim === 'refused') leave();
    else
      void this.work(claim)
        .finally(leave)
        .then(() => this.claimMore());
    return claim !== null;
  }

  private async work(claim: Claim): Promise<void> {
    await this.carryOut(claim).catch((error: unknown) =>
      this.logger.error({ err: error, run_id: claim.run.run_id }, 'a run could not be ended'),
    );
  }

  private async carryOut(claim: Claim): Promise<void> {
    const contract = await this.bodies.find(claim.run.digest);
    if (!contract) throw new Error(`the contract ${claim.run.digest} is gone`);
    const ending = await this.executing.run(claim, contract).catch((error: unknown): Ending => {
      this.logger.error({ err: error, run_id: claim.run.run_id }, 'the execution of a run failed');
      return defect(claim.run);
    });
    await this.finishing.run(claim, contract, ending);
  }

  private async endOverdue(): Promise<void> {
    if (this.stopped) return;
    await this.overdue.run().catch((error: unknown) => this.logger.warn({ err: error }, 'overdue runs could not be ended'));
  }
}

const defect = (row: RunRow): Ending => ({
  state: 'unknown',
  result: null,
  truncated: false,
  error: refuse('internal', 'The execution failed on our side; what happened at the provider is not known.', { run_id: row.run_id }),
});
