import * as z from 'zod';
import { contractRef } from './catalog/contract.js';
import { turnSummary } from './catalog/descriptor.js';
import { mode, packId } from './catalog/names.js';
import { credits, jsonObject } from './json.js';
import { refusal } from './refusal.js';

export const runState = z.enum(['holding', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'refused', 'unknown']);
export type RunState = z.infer<typeof runState>;

/** States that nothing follows. */
export const FINAL_STATES: ReadonlySet<RunState> = new Set(['succeeded', 'failed', 'cancelled', 'refused']);
/** States in which a run waits for nothing more: an unknown one is settled only once somebody finds out what really happened. */
export const OVER_STATES: ReadonlySet<RunState> = new Set([...FINAL_STATES, 'unknown']);

export const meta = z.object({
  request_id: z.string(),
  workspace_id: z.string().optional(),
  tool_turn_token: z.string().optional(),
  turn: turnSummary.optional(),
  scope: z.object({ pack_id: packId, note: z.string() }).optional(),
  mode: mode.optional(),
  contract: contractRef.optional(),
  credits: z.object({ estimated: credits.optional(), held: credits.optional(), charged: credits.optional() }).optional(),
  /** The control to call next; for a run that is not over: read it before issuing another. */
  next: z.object({ control: z.string(), arguments: jsonObject }).optional(),
  run: z.object({ id: z.string(), state: runState }).optional(),
  took_ms: z.number(),
});
export type Meta = z.infer<typeof meta>;

/** The one shape of every answer at every door. */
export const success = z.object({ ok: z.literal(true), data: z.json(), web_url: z.string().optional(), meta });
export const failure = z.object({ ok: z.literal(false), error: refusal, meta });
export const envelope = z.discriminatedUnion('ok', [success, failure]);
export type Envelope = z.infer<typeof envelope>;
