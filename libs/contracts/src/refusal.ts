import * as z from 'zod';
import { jsonObject } from './json.js';

/** The next call to make: a control and its arguments as data, or `control: null` where only a person can repair. */
export const repair = z.object({
  control: z.string().nullable(),
  arguments: jsonObject,
  instruction: z.string(),
});
export type Repair = z.infer<typeof repair>;

/**
 * The one catalog of refusals: code → HTTP status, CLI exit code, and whether the same call may succeed later.
 * Exit codes are by family: 2 the call is malformed, 3 who is calling, 4 not allowed, 5 not found, 6 the contract moved,
 * 7 credits, 8 the workspace is not ready, 9 the run, 10 try again later, 70 a defect.
 */
export const REFUSALS = {
  invalid_request: { http: 400, exit: 2, retryable: false },
  mode_required: { http: 400, exit: 2, retryable: false },
  mode_not_supported: { http: 400, exit: 2, retryable: false },
  idempotency_key_required: { http: 400, exit: 2, retryable: false },
  idempotency_conflict: { http: 409, exit: 2, retryable: false },
  confirmation_required: { http: 409, exit: 2, retryable: false },
  unauthenticated: { http: 401, exit: 3, retryable: false },
  owner_session_required: { http: 403, exit: 3, retryable: false },
  permission_denied: { http: 403, exit: 4, retryable: false },
  scope_missing: { http: 403, exit: 4, retryable: false },
  capability_not_found: { http: 404, exit: 5, retryable: false },
  not_found: { http: 404, exit: 5, retryable: false },
  run_not_found: { http: 404, exit: 5, retryable: false },
  capability_not_fetched: { http: 409, exit: 6, retryable: true },
  catalog_changed: { http: 409, exit: 6, retryable: true },
  tool_turn_expired: { http: 409, exit: 6, retryable: true },
  conflict: { http: 409, exit: 6, retryable: false },
  quote_required: { http: 402, exit: 7, retryable: true },
  provider_missing: { http: 409, exit: 8, retryable: true },
  provider_not_connected: { http: 409, exit: 8, retryable: true },
  price_missing: { http: 409, exit: 8, retryable: true },
  run_not_cancellable: { http: 409, exit: 9, retryable: false },
  run_cancelled: { http: 409, exit: 9, retryable: false },
  upstream_failed: { http: 502, exit: 9, retryable: false },
  upstream_timeout: { http: 504, exit: 9, retryable: false },
  rate_limited: { http: 429, exit: 10, retryable: true },
  unavailable: { http: 503, exit: 10, retryable: true },
  internal: { http: 500, exit: 70, retryable: false },
} as const satisfies Record<string, { http: number; exit: number; retryable: boolean }>;

export type RefusalCode = keyof typeof REFUSALS;
export const refusalCode = z.enum(Object.keys(REFUSALS) as [RefusalCode, ...RefusalCode[]]);

/** A structured "no": what, why, machine-readable details, and the next call. */
export const refusal = z.object({
  code: refusalCode,
  message: z.string(),
  retryable: z.boolean(),
  details: jsonObject,
  repair: repair.nullable(),
});
export type Refusal = z.infer<typeof refusal>;

/** Builds a refusal from its code; `retryable` always comes from the catalog. */
export function refuse(code: RefusalCode, message: string, details: z.infer<typeof jsonObject> = {}, next: Repair | null = null): Refusal {
  return { code, message, retryable: REFUSALS[code].retryable, details, repair: next };
}

/** One way in which a body does not match its schema. */
export const issue = z.object({
  /** JSON Pointer (RFC 6901) into what was sent. */
  pointer: z.string(),
  keyword: z.string(),
  message: z.string(),
  allowed: z.array(z.json()).optional(),
  /** The nearest known name, for an unknown field. */
  nearest: z.string().optional(),
  /** Where it stands, for what came as files: path within the folder, line and column from 1. */
  file: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
});
export type Issue = z.infer<typeof issue>;
