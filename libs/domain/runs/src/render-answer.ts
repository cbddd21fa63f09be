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

/** A result over the limit is kept as cut text, and marked. */
export function cutResult(result: unknown): { result: unknown; truncated: boolean } {
  const text = JSON.stringify(result ?? null);
  if (Buffer.byteLength(text) <= LIMITS.resultBytes) return { result, truncated: false };
  return {
    result: {
      text: Buffer.from(text)
        .subarray(0, LIMITS.resultBytes - 100)
        .toString('utf8'),
    },
    truncated: true,
  };
}
