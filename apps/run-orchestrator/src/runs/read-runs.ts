import { Injectable } from '@nestjs/common';
import { LIMITS, OVER_STATES, refuse, type Caller, type Refusal, type RunEvent, type RunState } from '@turnpike/contracts';
import { toRunView, type RunRow } from './run-row.js';
import { RunSignals } from './run-signals.js';
import { RunStore } from './run.store.js';

const POLL_MS = 200;
const DEFAULT_PAGE = 50;
const MOST_EVENTS = 1_000;

interface ListInput {
  readonly state?: RunState | undefined;
  readonly capability_id?: string | undefined;
  readonly since?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

/** Runs and their events, of the caller's own workspace only. */
@Injectable()
export class ReadRuns {
  constructor(
    private readonly runs: RunStore,
    private readonly signals: RunSignals,
  ) {}

  async get(caller: Caller, runId: string) {
    const row = await this.runs.find(caller.workspace_id, runId);
    return row ? { outcome: 'done' as const, value: answered(row) } : { outcome: 'refused' as const, refusal: runNotFound(runId) };
  }

  /** The run once it is over, or as it stands after `waitMs`. */
  async wait(caller: Caller, runId: string, waitMs: number) {
    const deadline = performance.now() + Math.min(waitMs, LIMITS.waitMs);
    for (;;) {
      const row = await this.runs.find(caller.workspace_id, runId);
      if (!row) return { outcome: 'refused' as const, refusal: runNotFound(runId) };
      const left = deadline - performance.now();
      if (OVER_STATES.has(row.state) || left <= 0) return { outcome: 'done' as const, value: answered(row) };
      await this.signals.untilMoved(runId, Math.min(left, POLL_MS));
    }
  }

  async list(caller: Caller, input: ListInput) {
    const limit = Math.min(input.limit ?? DEFAULT_PAGE, LIMITS.pageItems);
    const rows = await this.runs.list(caller.workspace_id, {
      state: input.state ?? null,
      capabilityId: input.capability_id ?? null,
      since: input.since ?? null,
      before: input.cursor ?? null,
      limit,
    });
    const items = rows.map((row) => {
      const { kind: _kind, result: _result, ...listed } = toRunView(row);
      return listed;
    });
    return { outcome: 'done' as const, value: { items, next_cursor: rows.length === limit ? (rows.at(-1)?.run_id ?? null) : null } };
  }

  /** Events after a number; with `waitMs`, held until there is one or the run is over. */
  async events(
    caller: Caller,
    runId: string,
    after: number,
    waitMs: number,
  ): Promise<{ outcome: 'done'; value: { items: RunEvent[]; over: boolean } } | { outcome: 'refused'; refusal: Refusal }> {
    const deadline = performance.now() + Math.min(waitMs, LIMITS.waitMs);
    for (;;) {
      const row = await this.runs.find(caller.workspace_id, runId);
      if (!row) return { outcome: 'refused', refusal: runNotFound(runId) };
      const items = await this.runs.events(runId, after, MOST_EVENTS);
      // The run may have ended between the two reads: its last event then knows more than the row.
      const { state, sequence } = items.at(-1) ?? { state: row.state, sequence: after };
      const over = OVER_STATES.has(state) && sequence >= row.sequence;
      const left = deadline - performance.now();
      if (items.length > 0 || over || left <= 0) return { outcome: 'done', value: { items, over } };
      await this.signals.untilMoved(runId, Math.min(left, POLL_MS));
    }
  }
}

const answered = (row: RunRow) => ({ run: toRunView(row), answer: row.answer });

export const runNotFound = (runId: string): Refusal =>
  refuse(
    'run_not_found',
    `There is no run ${runId.slice(0, 80)} in this workspace.`,
    { run_id: runId.slice(0, 80) },
    { control: 'runs_list', arguments: {}, instruction: 'runs_list names the runs of this workspace.' },
  );
