/** The time, passed in so that rules and tests never read the machine's own clock. */
export interface Clock {
  /** Milliseconds since the epoch, UTC. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** RFC 3339 in UTC with milliseconds, the only time format on the wire. */
export const toTimestamp = (ms: number): string => new Date(ms).toISOString();
