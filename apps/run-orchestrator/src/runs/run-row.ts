import type { Refusal, RunState, RunView } from '@turnpike/contracts';
import { toTimestamp } from '@turnpike/kernel';
import type { JsonObject } from '@turnpike/contracts';

export interface RunRow extends Record<string, unknown> {
  readonly run_id: string;
  readonly workspace_id: string;
  readonly principal_id: string;
  readonly capability_id: string;
  readonly owner_workspace_id: string;
  readonly contract_version: number;
  readonly digest: string;
  readonly turn_id: string;
  readonly provider_id: string | null;
  readonly v_connection: string;
  readonly params: JsonObject;
  readonly state: RunState;
  readonly sequence: number;
  readonly idempotency_key: string | null;
  readonly request_id: string;
  readonly web_url_base: string;
  readonly created_at: Date | string;
  readonly not_after: Date | string;
  readonly started_at: Date | string | null;
  readonly ended_at: Date | string | null;
  /** How often it was claimed; the number of the claim that holds it. */
  readonly fence: number;
  readonly lease_until: Date | string | null;
  readonly cancel_requested_at: Date | string | null;
  readonly cancel_reason: string | null;
  readonly result: unknown;
  readonly result_truncated: boolean;
  readonly error: Refusal | null;
  readonly answer: string | null;
}

const at = (time: Date | string): string => toTimestamp(new Date(time).getTime());

export const toRunView = (row: RunRow): RunView => ({
  kind: 'run',
  run_id: row.run_id,
  capability_id: row.capability_id,
  contract: { capability_id: row.capability_id, version: row.contract_version, digest: row.digest },
  state: row.state,
  result: (row.result ?? null) as RunView['result'],
  result_truncated: row.result_truncated,
  error: row.error,
  cost: { charged: '0' },
  principal_id: row.principal_id,
  turn_id: row.turn_id,
  created_at: at(row.created_at),
  started_at: row.started_at && at(row.started_at),
  ended_at: row.ended_at && at(row.ended_at),
  not_after: at(row.not_after),
});
