/** Bounds of the client itself. Sizes are bytes, times milliseconds. Bounds of Turnpike are `LIMITS` in the contracts. */
export const SDK_LIMITS = {
  /** An answer larger than this is given up unread. */
  answerBytes: 32 * 1024 * 1024,
  /** One server-sent event. */
  eventBytes: 4 * 1024 * 1024,
  /** One attempt; a live run has its own wait on top. */
  timeoutMs: 60_000,
  /** Attempts of one call, the first included. */
  attempts: 3,
  mostAttempts: 10,
  /** The pause before a second attempt; each further one is twice as long, less a random part. */
  firstPauseMs: 200,
  longestPauseMs: 5_000,
  /** A server that asks to wait longer than this gets no second attempt: its refusal is the answer. */
  longestRetryAfterMs: 30_000,
  /** A stream of events that says nothing for this long is opened again; the server speaks every 10 seconds. */
  streamIdleMs: 30_000,
  /** Times that a stream is opened again without one new event in between. */
  streamReopens: 5,
} as const;
