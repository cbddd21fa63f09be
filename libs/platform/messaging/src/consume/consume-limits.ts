/** The bounds of a consumer. */
export const CONSUME_LIMITS = {
  /** Attempts at a message before it is parked. */
  attempts: 5,
  /** Pause after the first failed attempt, doubled after each. */
  pauseMs: 100,
  /** The longest pause, also of a handler's own `retry`. */
  longestPauseMs: 30_000,
  /** How long one attempt may take; then it is rolled back and counts as failed. */
  handleMs: 10_000,
  /** Characters kept of the cause of a failure. */
  cause: 500,
  /** Messages waiting behind a parked one that one replay takes along. */
  replayed: 1_000,
} as const;

/** From 100 ms doubling to 30 s, scattered over its upper half. */
export function pauseAfterAttempt(attempts: number, random: () => number): number {
  const longest = Math.min(CONSUME_LIMITS.pauseMs * 2 ** Math.min(attempts - 1, 20), CONSUME_LIMITS.longestPauseMs);
  return Math.round(longest * (0.5 + random() / 2));
}

/** A failure in words: its message only, since a stack or a cause may carry what it was about. */
export const causeOf = (error: unknown): string =>
  (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, CONSUME_LIMITS.cause);
