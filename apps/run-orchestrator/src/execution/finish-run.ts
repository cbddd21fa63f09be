import { Inject, Injectable } from '@nestjs/common';
import type { Contract } from '@turnpike/contracts';
import type { Ending } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database, StoreUnavailable } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerOf } from '../runs/answer-of.js';
import { cancelledBeforeItBegan } from '../runs/cancel-refusal.js';
import type { RunRow } from '../runs/run-row.js';
import { RunSignals } from '../runs/run-signals.js';
import { RunStore } from '../runs/run.store.js';
import type { Claim } from './claim-run.js';

/** Between two tries to write what came of a run. */
const PAUSE_MS = 250;

/** Writes how a claimed run ended, or gives its claim back. */
@Injectable()
export class FinishRun {
  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
    @Inject('CLOCK') private readonly clock: Clock,
    @Inject('LOGGER') private readonly logger: Logger,
  ) {}

  /** While the database is away it is tried again until the claim is over: what the provider said is worth keeping. */
  async run(claim: Claim, contract: Contract, ending: Ending | 'give_back'): Promise<void> {
    for (;;) {
      try {
        await this.write(claim.run, contract, ending);
        return this.signals.runMoved(claim.run.run_id);
      } catch (error) {
        if (!(error instanceof StoreUnavailable) || claim.leftMs() <= PAUSE_MS) throw error;
        this.logger.warn({ err: error, run_id: claim.run.run_id }, 'how a run ended could not be written yet');
        await sleep(PAUSE_MS);
      }
    }
  }

  private async write(row: RunRow, contract: Contract, ending: Ending | 'give_back'): Promise<void> {
    const answer = (ended: RunRow): string => answerOf(ended, contract);
    // Nearly always nothing has moved it since its claim.
    if (ending !== 'give_back' && (await this.runs.end(this.db, row, this.clock.now(), { ...ending, answer }))) return;
    return this.db.tx(async (tx) => {
      // Only the holder of this very claim may end it: a late worker writes nothing.
      const [held] = await tx.query<RunRow>(`select * from runs where run_id = $1 and fence = $2 and state = 'running' for update`, [
        row.run_id,
        row.fence,
      ]);
      if (!held) return;
      const over = ending === 'give_back' ? cancelled(held) : ending;
      if (over === null) await this.runs.giveBack(tx, held, this.clock.now());
      else await this.runs.end(tx, held, this.clock.now(), { ...over, answer });
    });
  }
}

/** A claim is given back only where nothing was done, or nothing that matters: whoever asked to cancel the run gets just that. */
const cancelled = (row: RunRow): Ending | null =>
  row.cancel_requested_at === null
    ? null
    : { state: 'cancelled', result: null, truncated: false, error: cancelledBeforeItBegan(row, row.cancel_reason) };
