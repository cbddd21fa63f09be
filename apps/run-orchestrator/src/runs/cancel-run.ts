import { Inject, Injectable } from '@nestjs/common';
import { refuse, type Caller, type Refusal, type RunState } from '@turnpike/contracts';
import { decideCancel } from '@turnpike/domain-runs';
import type { Clock } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import { CallsUnderWay } from '../execution/calls-under-way.js';
import { answerOf } from './answer-of.js';
import { cancelledBeforeItBegan } from './cancel-refusal.js';
import { runNotFound } from './read-runs.js';
import type { RunRow } from './run-row.js';
import { RunSignals } from './run-signals.js';
import { RunStore } from './run.store.js';

type Done =
  { outcome: 'done'; value: { run_id: string; state: RunState; cancel_requested: boolean } } | { outcome: 'refused'; refusal: Refusal };

/** A queued run ends at once. A running one is asked: its call is cut off here, and the final state says what really happened. */
@Injectable()
export class CancelRun {
  constructor(
    private readonly db: Database,
    private readonly runs: RunStore,
    private readonly calls: CallsUnderWay,
    private readonly signals: RunSignals,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(caller: Caller, input: { run_id: string; reason?: string | undefined }): Promise<Done> {
    const answer = await this.db.tx(async (tx): Promise<Done> => {
      const [row] = await tx.query<RunRow>('select * from runs where workspace_id = $1 and run_id = $2 for update', [
        caller.workspace_id,
        input.run_id,
      ]);
      if (!row) return { outcome: 'refused', refusal: runNotFound(input.run_id) };
      // PostgreSQL keeps no NUL in a text.
      return this.cancel(tx, row, input.reason?.replaceAll('\u0000', '') ?? null);
    });
    if (answer.outcome === 'done' && answer.value.state === 'running') this.calls.abort(input.run_id, 'cancelled');
    this.signals.runMoved(input.run_id);
    return answer;
  }

  private async cancel(tx: Transaction, row: RunRow, reason: string | null): Promise<Done> {
    const done = (state: RunState): Done => ({ outcome: 'done', value: { run_id: row.run_id, state, cancel_requested: true } });
    const now = this.clock.now();
    switch (decideCancel(row.state)) {
      case 'too_late':
        return { outcome: 'refused', refusal: notCancellable(row) };
      case 'end':
        await this.runs.end(tx, row, now, {
          state: 'cancelled',
          error: cancelledBeforeItBegan(row, reason),
          answer: (ended) => answerOf(ended, null),
        });
        return done('cancelled');
      case 'ask':
        if (row.cancel_requested_at === null) await this.runs.askToCancel(tx, row, now, reason);
        return done(row.state);
    }
  }
}

const notCancellable = (row: RunRow): Refusal =>
  refuse(
    'run_not_cancellable',
    `The run is over (${row.state}).`,
    { run_id: row.run_id, state: row.state },
    { control: 'runs_get', arguments: { run_id: row.run_id }, instruction: 'Read how it ended.' },
  );
