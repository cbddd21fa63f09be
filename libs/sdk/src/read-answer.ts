import type { Envelope, Meta, Refusal } from '@turnpike/contracts';
import { readBody } from './read-body.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { TransportFailure, type FailureFacts } from './transport-failure.js';

export type Success<T> = { readonly ok: true; readonly data: T; readonly web_url?: string; readonly meta: Meta };
export type Refused = { readonly ok: false; readonly error: Refusal; readonly meta: Meta };
/** Any JSON, as it came. */
export type Json = Extract<Envelope, { ok: true }>['data'];
/** The one envelope, told apart by `ok`. A refusal names what to do next in `error.repair`. */
export type Answer<T = Json> = Success<T> | Refused;

export interface Answered<T = Json> {
  readonly status: number;
  readonly envelope: Answer<T>;
  /** This is the stored answer of an earlier call with the same idempotency key. */
  readonly replayed: boolean;
  /** How long the server asks to wait before the next call. */
  readonly retryAfterMs: number | null;
}

/** Reads a response as the envelope, or throws what it is instead. Nothing is believed: status, type, size and shape are looked at. */
export async function readAnswer(response: Response, url: string): Promise<Answered> {
  const { status, headers } = response;
  const waits = retryAfter(headers.get('retry-after'), Date.now());
  const not = (why: string): TransportFailure => notTurnpike({ url, status, why, ...(waits !== null && { retryAfterMs: waits }) });
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    await response.body?.cancel();
    throw not('it redirects, and a credential is not taken elsewhere');
  }
  const type = headers.get('content-type') ?? '';
  if (!/^application\/json\b/i.test(type)) {
    await response.body?.cancel();
    throw not(`something else answers there (status ${status}, ${type === '' ? 'no content type' : type.slice(0, 80)})`);
  }
  const envelope = asEnvelope(parse(await readBody(response, url, SDK_LIMITS.answerBytes)));
  if (!envelope) throw not(`something else answers there (status ${status}, no envelope)`);
  if (envelope.ok !== (status >= 200 && status < 300)) throw not(`status ${status} does not fit the envelope that came with it`);
  return {
    status,
    envelope,
    replayed: headers.get('idempotent-replayed') === 'true',
    retryAfterMs: waits ?? waitIn(envelope),
  };
}

const notTurnpike = (facts: Omit<FailureFacts, 'kind'>): TransportFailure => new TransportFailure({ kind: 'not_turnpike', ...facts });

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The envelope's own fields are checked, since callers branch on them. Codes and enums stay open: a newer server may know more of them. */
function asEnvelope(value: unknown): Answer | null {
  if (!isObject(value) || !isObject(value['meta']) || typeof value['meta']['request_id'] !== 'string') return null;
  if (value['ok'] === true) return 'data' in value && isTextOrAbsent(value['web_url']) ? (value as unknown as Answer) : null;
  return value['ok'] === false && isRefusal(value['error']) ? (value as unknown as Answer) : null;
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === 'string';

function isRefusal(value: unknown): boolean {
  if (!isObject(value) || typeof value['code'] !== 'string' || typeof value['message'] !== 'string') return false;
  const { repair, details, retryable } = value;
  return typeof retryable === 'boolean' && isObject(details) && (repair === null || isRepair(repair));
}

const isRepair = (value: unknown): boolean =>
  isObject(value) &&
  (value['control'] === null || typeof value['control'] === 'string') &&
  isObject(value['arguments']) &&
  typeof value['instruction'] === 'string';

/** `Retry-After` as seconds or as a date (RFC 9110, 10.2.3), in milliseconds from now. */
export function retryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now;
  return Number.isFinite(ms) ? Math.max(ms, 0) : null;
}

/** In a browser the header is hidden from other origins; the details say the same. */
function waitIn(envelope: Answer): number | null {
  const seconds = envelope.ok ? null : envelope.error.details['retry_after_s'];
  return typeof seconds === 'number' && seconds >= 0 ? seconds * 1000 : null;
}
