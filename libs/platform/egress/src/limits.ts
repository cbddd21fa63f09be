/** Limits of one call. Times are milliseconds, sizes bytes. */
export interface EgressLimits {
  /** From the call to an open connection (TLS included): resolving, then connecting, counted for each apart. */
  readonly connectMs: number;
  /** From the request being written to the last header of the answer. */
  readonly headersMs: number;
  /** The longest silence while the answer's body comes. */
  readonly idleMs: number;
  /** The whole call. */
  readonly totalMs: number;
  /** Kept of the answer's body; the rest is cut and marked. */
  readonly responseBytes: number;
  readonly requestBytes: number;
}

export const DEFAULT_LIMITS: EgressLimits = {
  connectMs: 5_000,
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 60_000,
  responseBytes: 1024 * 1024,
  requestBytes: 1024 * 1024,
};

/** No call may ask for more than this; a larger value is lowered to it. */
export const HIGHEST_LIMITS: EgressLimits = {
  connectMs: 10_000,
  headersMs: 600_000,
  idleMs: 600_000,
  totalMs: 3_600_000,
  responseBytes: 20 * 1024 * 1024,
  requestBytes: 20 * 1024 * 1024,
};

/** What holds for the client as a whole. */
export const FIXED_LIMITS = {
  urlCharacters: 8_192,
  requestHeaders: 200,
  requestHeaderBytes: 32 * 1024,
  responseHeaderBytes: 16 * 1024,
  /** Addresses tried, one after the other, when connecting fails. */
  addressesTried: 4,
  /** Open at once to one destination, and so requests in flight to it: there is no queue behind them. */
  connectionsPerDestination: 32,
  inFlight: 256,
  destinations: 256,
  keepAliveMs: 4_000,
} as const;

const NAMES = Object.keys(DEFAULT_LIMITS) as (keyof EgressLimits)[];

/** The call's own limits over the defaults, lowered to the highest. A value that is not a number above 0 is a bug of the caller. */
export function settleLimits(asked: Partial<EgressLimits> = {}): EgressLimits {
  const settled = { ...DEFAULT_LIMITS } as Record<keyof EgressLimits, number>;
  for (const name of NAMES) {
    const value = asked[name];
    if (value === undefined) continue;
    if (!Number.isFinite(value) || value <= 0) throw new RangeError(`egress limit ${name} must be a number above 0`);
    settled[name] = Math.min(value, HIGHEST_LIMITS[name]);
  }
  return settled;
}
