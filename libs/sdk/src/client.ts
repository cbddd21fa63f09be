import { runsEvents, type CallDefinition } from '@turnpike/contracts';
import { eventsIn, type Followed } from './event-stream.js';
import { Exchange } from './exchange.js';
import { readAnswer, type Answered } from './read-answer.js';
import { requestOf, type RestRequest } from './request.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { TransportFailure } from './transport-failure.js';

export interface ClientOptions {
  /** `http://127.0.0.1:7420` */
  readonly url: string;
  /** An API key or a session token. */
  readonly credential: string | null;
  /** Chooses among the workspaces of a signed-in user. */
  readonly workspaceId?: string;
  /** For one attempt, in milliseconds; default 60,000. A live run's own wait comes on top. */
  readonly timeoutMs?: number;
  /** Another `fetch`, for a proxy or a test. */
  readonly fetch?: typeof fetch;
}

export interface CallOptions {
  /** Sent as `Idempotency-Key`. */
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
  /** For one attempt, in milliseconds; give an `AbortSignal.timeout` to bound a call with all its attempts. */
  readonly timeoutMs?: number;
}

/** One call is one exchange: no second attempt, no key of its own. Most callers want `connectTurnpike`, which adds both. */
export class TurnpikeClient {
  readonly url: string;

  constructor(private readonly options: ClientOptions) {
    this.url = options.url.replace(/\/+$/, '');
  }

  /** A refusal is an answer; throws a `TransportFailure` only where no answer of Turnpike came. */
  async call(definition: CallDefinition, args: Record<string, unknown>, options: CallOptions = {}): Promise<Answered> {
    const { method, path, body } = this.request(definition, args);
    const headers = { ...this.headers(options), ...(body !== null && { 'content-type': 'application/json' }) };
    const init = { method, headers, ...(body !== null && { body }) };
    return this.exchange(path, init, waitsFor(args) + this.patience(options), options.signal, (response) => readAnswer(response, this.url));
  }

  /**
   * One stream of a run's events, from after the sequence number `after`; ends when the server ends it, or with the refusal where it opens
   * none. `followRun` opens it again after a cut.
   */
  async *stream(runId: string, after: number, signal?: AbortSignal): AsyncGenerator<Followed> {
    const { path } = this.request(runsEvents, { run_id: runId });
    const headers = { ...this.headers({}), accept: 'text/event-stream', 'last-event-id': String(after) };
    const stream = this.open(path, { headers }, SDK_LIMITS.streamIdleMs, signal);
    try {
      const response = await stream.open();
      if (response.ok && /^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '')) {
        for await (const event of eventsIn(response, this.url, () => stream.alive())) yield { ok: true, event };
        return;
      }
      const { envelope } = await readAnswer(response, this.url);
      if (envelope.ok) throw new TransportFailure({ kind: 'not_turnpike', url: this.url, why: 'no stream of events came' });
      yield { ok: false, error: envelope.error };
    } catch (error) {
      throw stream.failure(error);
    } finally {
      stream.close();
    }
  }

  private async exchange<T>(
    path: string,
    init: RequestInit,
    timeoutMs: number,
    signal: AbortSignal | undefined,
    use: (response: Response) => Promise<T>,
  ): Promise<T> {
    const one = this.open(path, init, timeoutMs, signal);
    try {
      return await use(await one.open());
    } catch (error) {
      throw one.failure(error);
    } finally {
      one.close();
    }
  }

  private open(path: string, init: RequestInit, timeoutMs: number, signal: AbortSignal | undefined): Exchange {
    return new Exchange({ fetch: this.options.fetch ?? fetch, url: this.url, path, init, timeoutMs, signal });
  }

  private request(definition: CallDefinition, args: Record<string, unknown>): RestRequest {
    try {
      return requestOf(definition, args);
    } catch (error) {
      throw new TransportFailure({ kind: 'unsendable', url: this.url, why: (error as Error).message, cause: error });
    }
  }

  private headers(options: CallOptions): Record<string, string> {
    const { credential, workspaceId } = this.options;
    return {
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(workspaceId && { 'turnpike-workspace': workspaceId }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    };
  }

  private patience(options: CallOptions): number {
    return options.timeoutMs ?? this.options.timeoutMs ?? SDK_LIMITS.timeoutMs;
  }
}

/** A call that asks to wait for its run is answered that much later. */
const waitsFor = ({ wait_ms }: Record<string, unknown>): number => (typeof wait_ms === 'number' && wait_ms > 0 ? wait_ms : 0);
