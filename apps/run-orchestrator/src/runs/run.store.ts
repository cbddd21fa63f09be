import { Injectable } from '@nestjs/common';
import { runMoved, type Refusal, type RunEvent, type RunState } from '@turnpike/contracts';
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

  /** Ends a run that the caller holds locked: state, event, answer and fact in one transaction. */
  async end(tx: Transaction, row: RunRow, now: number, ending: Ending): Promise<void> {
    const ended: RunRow = {
      ...row,
      state: ending.state,
      result: ending.result ?? null,
      result_truncated: ending.truncated ?? false,
      error: ending.error ?? null,
      ended_at: new Date(now),
      sequence: row.sequence + 1,
    };
    await tx.query(
      `update runs set state = $2, sequence = $3, result = $4, result_truncated = $5, error = $6, ended_at = $7, answer = $8, lease_until = null where run_id = $1`,
      [
        row.run_id,
        ended.state,
        ended.sequence,
        JSON.stringify(ended.result),
        ended.result_truncated,
        ended.error && JSON.stringify(ended.error),
        ended.ended_at,
        ending.answer(ended),
      ],
    );
    await tx.query('insert into run_events (run_id, sequence, type, state, at, data) values ($1, $2, $3, $3, $4, $5)', [
      row.run_id,
      ended.sequence,
      ended.state,
      ended.ended_at,
      JSON.stringify(ended.error ? { code: ended.error.code } : {}),
    ]);
    await this.tell(tx, ended);
  }

  /** The fact that a run moved, with its event's own number. */
  tell(tx: Transaction, row: RunRow): Promise<void> {
    const fact = {
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
    };
    return this.outbox.append(tx, runMoved, row.run_id, fact, {
      actor: row.principal_id,
      workspace_id: row.workspace_id,
      correlation_id: row.request_id,
    });
  }
}
