import { REFUSALS, type Meta, type Refusal, type RefusalCode } from '@turnpike/contracts';
import type { IncomingCall } from './call.js';
import type { Outcome } from './outcome.js';

/** A rendered answer: the canonical envelope as text, with the HTTP status that matches it. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Renders an outcome as the one envelope. A stored answer keeps its bytes; the new request's id goes into a header. */
export function renderAnswer(call: IncomingCall, workspaceId: string | null, outcome: Outcome, now: number): Answer {
  const headers: Record<string, string> = { 'turnpike-request-id': call.requestId };
  if (outcome.kind === 'stored') {
    if (outcome.replayed) headers['idempotent-replayed'] = 'true';
    return { status: statusOfStored(outcome.text), body: outcome.text, headers };
  }
  const meta: Meta = {
    request_id: call.requestId,
    ...(workspaceId && { workspace_id: workspaceId }),
    ...outcome.meta,
    took_ms: Math.round((now - call.startedAt) * 10) / 10,
  };
  if (outcome.kind === 'refused') return renderRefusal(outcome.refusal, meta, headers);
  const body = { ok: true, data: outcome.data, ...(outcome.webUrl && { web_url: outcome.webUrl }), meta };
  return { status: 200, body: JSON.stringify(body), headers };
}

function renderRefusal(refusal: Refusal, meta: Meta, headers: Record<string, string>): Answer {
  const waits = typeof refusal.details['retry_after_s'] === 'number' ? String(refusal.details['retry_after_s']) : null;
  return {
    status: REFUSALS[refusal.code].http,
    body: JSON.stringify({ ok: false, error: refusal, meta }),
    headers: {
      ...headers,
      ...(waits && { 'retry-after': waits }),
      ...(refusal.code === 'unauthenticated' && { 'www-authenticate': 'Bearer realm="turnpike"' }),
    },
  };
}

function statusOfStored(text: string): number {
  const stored = JSON.parse(text) as { ok: boolean; error?: { code: RefusalCode } };
  return stored.ok || !stored.error ? 200 : REFUSALS[stored.error.code].http;
}
