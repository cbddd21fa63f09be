/**
 * Why there is no answer.
 * `unsendable`: the call cannot be put into a request. `unreachable`: no connection, or it was cut. `timeout`, `aborted`: given up by us.
 * `too_large`: the answer is larger than is read. `not_turnpike`: what answered does not speak Turnpike's envelope.
 */
export type FailureKind = 'unsendable' | 'unreachable' | 'timeout' | 'aborted' | 'too_large' | 'not_turnpike';

export interface FailureFacts {
  readonly kind: FailureKind;
  readonly url: string;
  readonly why: string;
  /** HTTP status of what came back, if anything did. */
  readonly status?: number;
  readonly cause?: unknown;
  /** `Retry-After` of what came back, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** What may be done after a failure: whether the very same call can be sent again without doing anything twice, and under which key. */
export interface Repeat {
  readonly safe: boolean;
  /** The key that the failed call carried: the same call with it is the same run or the same owner action. */
  readonly idempotencyKey: string | null;
}

const UNKNOWN: Repeat = { safe: false, idempotencyKey: null };

/** No answer of Turnpike came. Refusals are answers and never thrown; this is what is. */
export class TransportFailure extends Error {
  readonly kind: FailureKind;
  readonly url: string;
  readonly status: number | null;
  readonly retryAfterMs: number | null;
  readonly repeat: Repeat;

  constructor(
    private readonly facts: FailureFacts,
    repeat: Repeat = UNKNOWN,
  ) {
    super(`no Turnpike answers at ${facts.url}: ${facts.why}`, { cause: facts.cause });
    this.name = 'TransportFailure';
    this.kind = facts.kind;
    this.url = facts.url;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    this.repeat = repeat;
  }

  /** The same failure, with what is known of the call that met it. */
  withRepeat(repeat: Repeat): TransportFailure {
    return new TransportFailure(this.facts, repeat);
  }
}
