export type EgressHeader = readonly [name: string, value: string];

export interface EgressAnswered {
  readonly outcome: 'answered';
  /** Any final status: a redirect or a 500 is an answer too. */
  readonly status: number;
  /** As received, names in lower case, repeated ones apart. */
  readonly headers: readonly EgressHeader[];
  /** As received: a `content-encoding` is not undone. */
  readonly body: Uint8Array;
  /** The body went on past the byte limit; `body` is its beginning. */
  readonly truncated: boolean;
  readonly durationMs: number;
}

export type RefusedReason =
  | 'url_malformed'
  | 'scheme_not_allowed'
  | 'userinfo_in_url'
  | 'odd_host'
  | 'address_not_allowed'
  | 'method_not_allowed'
  | 'header_not_allowed'
  | 'request_too_large';

/** The call breaks a rule of egress. Nothing was sent, and the same call will be refused again. */
export interface EgressRefused {
  readonly outcome: 'refused';
  readonly reason: RefusedReason;
  /** For people; never holds a header's value. */
  readonly detail: string;
  /** The address that is not allowed, when there is one. */
  readonly address?: string;
}

export type NotSentCause =
  | 'dns_failed'
  | 'dns_timeout'
  | 'connect_refused'
  | 'connect_timeout'
  | 'connect_failed'
  | 'tls_failed'
  | 'busy'
  | 'aborted'
  | 'closed';

/** No byte of the request was written: to try again later cannot double its effect. */
export interface EgressNotSent {
  readonly outcome: 'not_sent';
  readonly cause: NotSentCause;
  readonly detail: string;
}

export type UnknownCause =
  | 'headers_timeout'
  | 'idle_timeout'
  | 'total_timeout'
  | 'connection_cut'
  | 'response_malformed'
  | 'response_headers_too_large'
  | 'aborted';

/** Bytes may have reached the provider and no whole answer came back: the effect may or may not have happened. */
export interface EgressUnknown {
  readonly outcome: 'unknown';
  readonly cause: UnknownCause;
  readonly detail: string;
  /** The status, when the answer had begun. */
  readonly status?: number;
}

export type EgressOutcome = EgressAnswered | EgressRefused | EgressNotSent | EgressUnknown;
