import type { AllowRule } from '../destination/allow-rule.js';
import { FIXED_LIMITS, type EgressLimits } from '../limits.js';
import type { EgressHeader, EgressRefused, RefusedReason } from '../outcome.js';

export interface EgressRequest {
  readonly method: string;
  readonly url: string;
  /** Sent in this order. `host`, `content-length` and hop-by-hop headers are not the caller's. */
  readonly headers: readonly EgressHeader[];
  readonly body?: Uint8Array | string;
  readonly limits?: Partial<EgressLimits>;
  /** Rules of this call's workspace, beside the client's own. */
  readonly allow?: readonly AllowRule[];
  readonly signal?: AbortSignal;
}

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']);

/** RFC 9110 7.6.1, and the headers that say how a message is framed or routed: wrong ones smuggle a second request. */
const NOT_THE_CALLERS: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
  'host',
  'content-length',
  'expect',
]);

const refuse = (reason: RefusedReason, detail: string): EgressRefused => ({ outcome: 'refused', reason, detail });

/** The body's bytes, or why the request may not go out. */
export function checkRequest(request: EgressRequest, limits: EgressLimits): Uint8Array | EgressRefused {
  if (!METHODS.has(request.method)) return refuse('method_not_allowed', `method ${JSON.stringify(request.method.slice(0, 20))}`);
  const headers = checkHeaders(request.headers);
  if (headers !== null) return headers;
  const body = typeof request.body === 'string' ? Buffer.from(request.body) : (request.body ?? new Uint8Array());
  if (body.byteLength > limits.requestBytes) return refuse('request_too_large', `body of ${body.byteLength} bytes, at most ${limits.requestBytes}`);
  return body;
}

function checkHeaders(headers: readonly EgressHeader[]): EgressRefused | null {
  if (headers.length > FIXED_LIMITS.requestHeaders) return refuse('request_too_large', `more than ${FIXED_LIMITS.requestHeaders} headers`);
  let size = 0;
  for (const [name, value] of headers) {
    if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name)) return refuse('header_not_allowed', `header name ${JSON.stringify(name.slice(0, 60))}`);
    if (NOT_THE_CALLERS.has(name.toLowerCase())) return refuse('header_not_allowed', `header ${name.toLowerCase()} is not the caller's to set`);
    if (/[^\t\x20-\x7e\x80-\xff]/.test(value)) return refuse('header_not_allowed', `header ${name.toLowerCase()} holds a character that no header may`);
    size += name.length + value.length + 4;
  }
  return size > FIXED_LIMITS.requestHeaderBytes ? refuse('request_too_large', `headers of ${size} bytes, at most ${FIXED_LIMITS.requestHeaderBytes}`) : null;
}
