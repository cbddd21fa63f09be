/** The bounds of a relay. */
export const RELAY_LIMITS = {
  /** Keys being sent at once. A key whose message a reader tries again counts until that reader settles it. */
  keys: 256,
  /** Rows of one key that are claimed at once. */
  rowsOfKey: 50,
  /** With fewer places free than this, and fewer rows to mark, it asks the database only so often: many small steps cost more than they bring. */
  smallStep: 64,
  smallStepMs: 10,
  /** How often it looks without being woken: finds what a process that died left behind. */
  pollMs: 200,
  /** A claim that is not renewed for so long may be taken over by another relay. */
  leaseMs: 30_000,
  renewMs: 10_000,
  /** Pause of a key after its sending failed, doubled up to the longest. */
  pauseMs: 100,
  longestPauseMs: 5_000,
  /** Keys refused one after another, whichever, with nothing taken between: the bus is away, and one key at a time asks whether it is back. */
  refusedInRow: 16,
  /** The longest pause between two such questions. */
  askMs: 500,
  /** How long `stop` waits for what is being sent. */
  stopMs: 5_000,
} as const;

/** Grows from `pauseMs` to `longestPauseMs`, scattered over its upper half so that relays do not return in step. */
export function pauseAfter(failures: number, random: () => number): number {
  const longest = Math.min(RELAY_LIMITS.pauseMs * 2 ** Math.min(failures - 1, 10), RELAY_LIMITS.longestPauseMs);
  return Math.round(longest * (0.5 + random() / 2));
}
