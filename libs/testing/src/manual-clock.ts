import type { Clock } from '@turnpike/kernel';

/** A clock that stands until it is moved. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

export function manualClock(start = Date.UTC(2026, 0, 1)): ManualClock {
  let now = start;
  return { now: () => now, advance: (ms) => void (now += ms) };
}
