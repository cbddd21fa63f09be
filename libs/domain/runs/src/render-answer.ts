import { LIMITS, type Meta, type RunView } from '@turnpike/contracts';

export interface AnswerInput {
  readonly run: RunView;
  readonly requestId: string;
  readonly workspaceId: string;
  readonly webUrl: string;
  readonly tookMs: number;
}

/**
 * The whole envelope of a run that is over, rendered once and stored: everyone who asks with the same key gets these bytes. It names the
 * first call's request and never a turn token.
 */
export function renderStoredAnswer({ run, requestId, workspaceId, webUrl, tookMs }: AnswerInput): string {
  const meta: Meta = {
    request_id: requestId,
    workspace_id: workspaceId,
    mode: 'live',
    contract: run.contract,
    credits: { charged: run.cost.charged },
    run: { id: run.run_id, state: run.state },
    took_ms: tookMs,
  };
  if (run.error) return JSON.stringify({ ok: false, error: run.error, meta });
  return JSON.stringify({ ok: true, data: run, web_url: webUrl, meta });
}

/** A result over the limit is kept as the beginning of its JSON text, and marked. */
export function cutResult(result: unknown): { result: unknown; truncated: boolean } {
  const bytes = Buffer.from(JSON.stringify(result ?? null));
  if (bytes.length <= LIMITS.resultBytes) return { result, truncated: false };
  const kept = bytes.subarray(0, fitting(bytes, LIMITS.resultBytes - '{"text":""}'.length));
  // A character that the cut goes through is dropped.
  return { result: { text: new TextDecoder().decode(kept, { stream: true }) }, truncated: true };
}

/** How many bytes of a JSON text fit when they are written as a JSON string: quotes and backslashes take two there. */
function fitting(bytes: Uint8Array, limit: number): number {
  let [at, size] = [0, 0];
  for (; at < bytes.length; at += 1) {
    size += bytes[at] === 0x22 || bytes[at] === 0x5c ? 2 : 1;
    if (size > limit) break;
  }
  return at;
}
