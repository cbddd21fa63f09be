import { LIMITS } from '@turnpike/contracts';

const interval = (ms: number): string => `${ms} milliseconds`;

/** How long a turn lives after each use, and at most, as PostgreSQL intervals. */
export const TURN_LIFE = interval(LIMITS.turnLifeMs);
export const TURN_LONGEST_LIFE = interval(LIMITS.turnLongestLifeMs);
