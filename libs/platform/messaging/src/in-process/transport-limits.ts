/** The bounds of the in-process bus. */
export const TRANSPORT_LIMITS = {
  /** Keys of one group that are handled at once, unless its subscriber asks for another number. A key that waits for its next attempt does not count. */
  keysAtOnce: 4,
  /** Records of one group that are queued; more are refused, and the relay sends them again. */
  queued: 10_000,
  /** Throws of a handler in a row before the publisher is told, which then sends the record again at its own pace. */
  throws: 3,
  /** Pause after the first throw, doubled after each. */
  throwPauseMs: 50,
  /** How long a publish waits for `open`. */
  openWaitMs: 10_000,
  /** How long a closing subscription waits for the handlers that run. */
  closeWaitMs: 5_000,
} as const;
