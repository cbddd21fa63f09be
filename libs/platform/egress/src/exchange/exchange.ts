import type { Dispatcher } from 'undici';
import type { EgressLimits } from '../limits.js';
import type { EgressAnswered, EgressHeader, EgressNotSent, EgressUnknown, NotSentCause, UnknownCause } from '../outcome.js';
import { KeptBody } from './kept-body.js';
import { causeOfNotSent, causeOfUnknown } from './name-cause.js';
import { readHeaders } from './read-headers.js';

export type ExchangeOutcome = Omit<EgressAnswered, 'durationMs'> | EgressNotSent | EgressUnknown;

type Phase = 'connecting' | 'sent' | 'answering';

/**
 * One request on one connection. `onRequestStart` comes just before the first byte is written, so what ends before it is
 * `not_sent` and what ends after it without a whole answer is `unknown`.
 */
export class Exchange implements Dispatcher.DispatchHandler {
  readonly outcome: Promise<ExchangeOutcome>;
  private settle!: (outcome: ExchangeOutcome) => void;
  private settled = false;
  private phase: Phase = 'connecting';
  private controller: Dispatcher.DispatchController | undefined;
  private timer: NodeJS.Timeout;
  private readonly body: KeptBody;
  private status = 0;
  private headers: readonly EgressHeader[] = [];

  constructor(
    private readonly limits: EgressLimits,
    private readonly release: () => void,
  ) {
    this.outcome = new Promise((settle) => (this.settle = settle));
    this.body = new KeptBody(limits.responseBytes);
    this.timer = setTimeout(() => this.stop('connect_timeout', 'headers_timeout', `no connection within ${limits.connectMs} ms`), limits.connectMs);
  }

  /** Ends the call now, with the cause that fits how far it has come. */
  stop(before: NotSentCause, after: UnknownCause, detail: string): void {
    // The connection may serve another request by now.
    if (this.settled) return;
    this.end(this.phase === 'connecting' ? { outcome: 'not_sent', cause: before, detail } : this.unknown(after, detail));
    this.controller?.abort(new Error(detail));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    // Ended while it waited for its connection: aborting here keeps every byte of it unwritten.
    if (this.settled) return controller.abort(new Error('ended before it was sent'));
    this.phase = 'sent';
    this.arm('headers_timeout', this.limits.headersMs);
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number): void {
    // 1xx only announces; the answer is still to come.
    if (status < 200) return;
    this.phase = 'answering';
    this.status = status;
    this.headers = readHeaders(controller.rawHeaders);
    this.arm('idle_timeout', this.limits.idleMs);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.settled) return;
    this.arm('idle_timeout', this.limits.idleMs);
    if (this.body.add(chunk)) return;
    this.answer();
    controller.abort(new Error('the rest of the body is not wanted'));
  }

  onResponseEnd(): void {
    this.answer();
    this.release();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.fail(error);
    this.release();
  }

  /** Also for what `dispatch` itself throws. */
  fail(error: Error): void {
    const detail = error.message;
    this.end(this.phase === 'connecting' ? { outcome: 'not_sent', cause: causeOfNotSent(error), detail } : this.unknown(causeOfUnknown(error), detail));
  }

  private answer(): void {
    this.end({ outcome: 'answered', status: this.status, headers: this.headers, body: this.body.bytes(), truncated: this.body.truncated });
  }

  private unknown(cause: UnknownCause, detail: string): EgressUnknown {
    return { outcome: 'unknown', cause, detail, ...(this.phase === 'answering' ? { status: this.status } : {}) };
  }

  private end(outcome: ExchangeOutcome): void {
    if (this.settled) return;
    this.settled = true;
    clearTimeout(this.timer);
    this.settle(outcome);
  }

  private arm(cause: UnknownCause, ms: number): void {
    clearTimeout(this.timer);
    if (!this.settled) this.timer = setTimeout(() => this.stop('connect_timeout', cause, `${cause} of ${ms} ms`), ms);
  }
}
