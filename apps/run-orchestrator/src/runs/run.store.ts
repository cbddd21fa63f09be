import { Injectable } from '@nestjs/common';
import { runMoved, type CloudEvent, type Refusal, type RunEvent, type RunState } from '@turnpike/contracts';
import { move } from '@turnpike/domain-runs';
import { toTimestamp } from '@turnpike/kernel';
import { Outbox } from '@turnpike/platform-messaging';
import { Database, type Transaction } from '@turnpike/platform-persistence';
import type { RunRow } from './run-row.js';

interface Ending {
  readonly state: RunState;
  readonly result?: unknown;
  readonly truncated?: boolean;
  readonly error?: Refusal | null;
  /** Renders the answer from the row as it will stand. */
  readonly answer: (row: RunRow) => string;
}

const END = {
  name: 'orchestrator-end',
  text: 'select end_run($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) as ended',
};
const FIND = { name: 'orchestrator-run', text: 'select * from runs where workspace_id = $1 and run_id = $2' };

@Injectable()
export class RunStore {
  constructor(
    private readonly db: Database,
    private readonly outbox: Outbox,
  ) {}

  async find(workspaceId: string, runId: string): Promise<RunRow | null> {
    const [row] = await this.db.query<RunRow>(FIND, [workspaceId, runId]);
    return row ?? null;
  }

  list(
    workspaceId: string,
    filter: { state: string | null; capabilityId: string | null; since: string | null; before: string | null; limit: number },
  ): Promise<RunRow[]> {
    return this.db.query<RunRow>(
      `select * from runs where workspace_id = $1 and ($2::text is null or state = $2) and ($3::text is null or capability_id = $3)
         and ($4::timestamptz is null or created_at >= $4) and ($5::text is null or run_id < $5) order by run_id desc limit $6`,
      [workspaceId, filter.state, filter.capabilityId, filter.since, filter.before, filter.limit],
    );
  }

  async events(runId: string, after: number, limit: number): Promise<RunEvent[]> {
    const rows = await this.db.query<{ run_id: string; sequence: number; type: string; state: RunState; at: Date; data: RunEvent['data'] }>(
      'select * from run_events where run_id = $1 and sequence > $2 order by sequence limit $3',
      [runId, after, limit],
    );
    return rows.map((row) => ({ ...row, at: toTimestamp(row.at.getTime()) }));
  }

  /**
   * Ends a run as the caller last saw it: state, event, answer and fact in one statement. False, and nothing, when it has moved since,
   * which it cannot have where the caller holds it locked.
   */
  async end(on: Transaction | Database, row: RunRow, now: number, ending: Ending): Promise<boolean> {
    const ended: RunRow = {
      ...row,
      state: move(row.state, ending.state),
      result: ending.result ?? null,
      result_truncated: ending.truncated ?? false,
      error: ending.error ?? null,
      ended_at: new Date(now),
      sequence: row.sequence + 1,
    };
    const [answer] = await on.query<{ ended: boolean }>(END, [
      row.run_id,
      row.sequence,
      row.fence,
      ended.state,
      JSON.stringify(ended.result),
      ended.result_truncated,
      ended.error && JSON.stringify(ended.error),
      ended.ended_at,
      ending.answer(ended),
      ended.error ? { code: ended.error.code } : {},
      JSON.stringify(this.envelope(ended)),
    ]);
    if (on instanceof Database) this.outbox.wake();
    else on.onCommit(() => this.outbox.wake());
    return answer?.ended ?? false;
  }

  /** Gives the claim of a run back: it waits again, for whoever claims it next. The caller holds it locked. */
  async giveBack(tx: Transaction, row: RunRow, now: number): Promise<void> {
    const waiting: RunRow = { ...row, state: move(row.state, 'queued'), sequence: row.sequence + 1 };
    await tx.query('update runs set state = $2, sequence = $3, lease_until = null where run_id = $1', [
      row.run_id,
      waiting.state,
      waiting.sequence,
    ]);
    await this.note(tx, waiting, now, 'given_back', { begun: row.fence });
    await this.tell(tx, waiting);
  }

  /** Notes that somebody wants a running run to stop. The caller holds it locked. Progress stays here; only moves are told. */
  async askToCancel(tx: Transaction, row: RunRow, now: number, reason: string | null): Promise<void> {
    const asked: RunRow = { ...row, sequence: row.sequence + 1 };
    await tx.query('update runs set cancel_requested_at = $2, cancel_reason = $3, sequence = $4 where run_id = $1', [
      row.run_id,
      new Date(now),
      reason,
      asked.sequence,
    ]);
    await this.note(tx, asked, now, 'cancel_requested', reason === null ? {} : { reason });
  }

  /** The fact that a run moved, with its event's own number. */
  tell(tx: Transaction, row: RunRow): Promise<void> {
    return this.outbox.append(tx, runMoved, row.run_id, factOf(row), contextOf(row));
  }

  /** The same, for a statement that writes it itself. */
  envelope(row: RunRow): CloudEvent {
    return this.outbox.envelope(runMoved, row.run_id, factOf(row), contextOf(row));
  }

  private async note(tx: Transaction, row: RunRow, now: number, type: string, data: RunEvent['data']): Promise<void> {
    await tx.query('insert into run_events (run_id, sequence, type, state, at, data) values ($1, $2, $3, $4, $5, $6)', [
      row.run_id,
      row.sequence,
      type,
      row.state,
      new Date(now),
      JSON.stringify(data),
    ]);
  }
}

const factOf = (row: RunRow) => ({
  run_id: row.run_id,
  workspace_id: row.workspace_id,
  principal_id: row.principal_id,
  capability_id: row.capability_id,
  contract_version: row.contract_version,
  digest: row.digest,
  turn_id: row.turn_id,
  state: row.state,
  sequence: row.sequence,
  error_code: row.error?.code ?? null,
});

const contextOf = (row: RunRow) => ({ actor: row.principal_id, workspace_id: row.workspace_id, correlation_id: row.request_id });
