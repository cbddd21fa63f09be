import { TransportFailure } from './transport-failure.js';

export interface ExchangeFacts {
  readonly fetch: typeof fetch;
  readonly url: string;
  readonly path: string;
  readonly init: RequestInit;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * One request and its response, given up after `timeoutMs` or when `signal` says so. Cookies are never sent and redirects never followed:
 * a credential stays where it was meant for. Close it when done, or its clock keeps the process alive.
 */
export class Exchange {
  private readonly stop = new AbortController();
  private readonly onAbort = () => this.stop.abort('aborted');
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly facts: ExchangeFacts) {}

  open(): Promise<Response> {
    const { url, path, init, signal } = this.facts;
    this.alive();
    signal?.addEventListener('abort', this.onAbort, { once: true });
    if (signal?.aborted) this.onAbort();
    return this.facts.fetch(`${url}${path}`, { ...init, signal: this.stop.signal, redirect: 'manual', credentials: 'omit' });
  }

  /** Starts the time anew: each chunk of a stream is a sign of life. */
  alive(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.stop.abort('timeout'), this.facts.timeoutMs);
  }

  /** What an error on the way comes to. */
  failure(error: unknown): TransportFailure {
    const { url, timeoutMs } = this.facts;
    if (error instanceof TransportFailure) return error;
    if (this.stop.signal.reason === 'timeout')
      return new TransportFailure({ kind: 'timeout', url, why: `nothing came within ${timeoutMs} ms` });
    if (this.stop.signal.aborted) return new TransportFailure({ kind: 'aborted', url, why: 'the call was given up' });
    const { cause, message } = error as { cause?: { code?: string }; message?: string };
    return new TransportFailure({ kind: 'unreachable', url, why: cause?.code ?? message ?? String(error), cause: error });
  }

  close(): void {
    clearTimeout(this.timer);
    this.facts.signal?.removeEventListener('abort', this.onAbort);
  }
}
