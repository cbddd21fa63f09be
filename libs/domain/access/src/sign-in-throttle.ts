import { LIMITS } from '@turnpike/contracts';

/** Tries counted against one email or one code since `windowStart`; both milliseconds since the epoch. */
export interface Attempts {
  readonly count: number;
  readonly windowStart: number;
}

/** Counts one more try, before its secret is looked at, so that tries in parallel cannot slip past the limit together. */
export function countAttempt(before: Attempts | null, now: number): Attempts {
  if (before === null || now - before.windowStart >= LIMITS.signInWindowMs) return { count: 1, windowStart: now };
  // What is past the limit is counted no further, so that the number stays small whatever the flood.
  return { count: Math.min(before.count, LIMITS.signInTries) + 1, windowStart: before.windowStart };
}

/** Milliseconds to wait when these tries are too many; 0 when the try may go on. */
export const waitBeforeSignIn = (attempts: Attempts, now: number): number =>
  attempts.count > LIMITS.signInTries ? Math.max(1, attempts.windowStart + LIMITS.signInWindowMs - now) : 0;
