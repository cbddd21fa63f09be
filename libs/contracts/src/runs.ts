import * as z from 'zod';
import { contractRef } from './catalog/contract.js';
import { capabilityId } from './catalog/names.js';
import { runState } from './envelope.js';
import { credits, json, jsonObject, timestamp } from './json.js';
import { refusal } from './refusal.js';

/** A run as its owner workspace sees it. `result` only once it succeeded, `error` only where it ended otherwise. */
export const runView = z.object({
  kind: z.literal('run'),
  run_id: z.string(),
  capability_id: capabilityId,
  contract: contractRef,
  state: runState,
  result: json.nullable(),
  result_truncated: z.boolean(),
  error: refusal.nullable(),
  cost: z.object({ charged: credits }),
  principal_id: z.string(),
  turn_id: z.string(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  ended_at: timestamp.nullable(),
  not_after: timestamp,
});
export type RunView = z.infer<typeof runView>;

/** One transition or progress note; `sequence` counts from 1 within the run and is the same everywhere. */
export const runEvent = z.object({
  run_id: z.string(),
  sequence: z.int().min(1),
  type: z.string(),
  state: runState,
  at: timestamp,
  data: jsonObject,
});
export type RunEvent = z.infer<typeof runEvent>;
