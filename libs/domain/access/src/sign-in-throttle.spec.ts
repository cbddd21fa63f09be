import { LIMITS } from '@turnpike/contracts';
import { countAttempt, waitBeforeSignIn, type Attempts } from './sign-in-throttle.js';

const after = (tries: number, at: number): Attempts => {
  let attempts: Attempts | null = null;
  for (let n = 0; n < tries; n += 1) attempts = countAttempt(attempts, at);
  return attempts!;
};

describe('the sign-in throttle', () => {
  it('lets exactly the allowed number of tries through in a window', () => {
    expect(waitBeforeSignIn(after(LIMITS.signInTries, 1_000), 1_000)).toBe(0);
    expect(waitBeforeSignIn(after(LIMITS.signInTries + 1, 1_000), 1_000)).toBe(LIMITS.signInWindowMs);
  });

  it('says how long the rest of the window is', () => {
    expect(waitBeforeSignIn(after(LIMITS.signInTries + 5, 0), LIMITS.signInWindowMs - 250)).toBe(250);
  });

  it('begins a new window when the old one is over, not before', () => {
    const full = after(LIMITS.signInTries + 1, 0);
    expect(countAttempt(full, LIMITS.signInWindowMs)).toEqual({ count: 1, windowStart: LIMITS.signInWindowMs });
    expect(countAttempt(full, LIMITS.signInWindowMs - 1).count).toBe(LIMITS.signInTries + 1);
  });
});
