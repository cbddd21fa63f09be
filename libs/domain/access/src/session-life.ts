import { LIMITS } from '@turnpike/contracts';

export interface SessionTimes {
  /** Milliseconds since the epoch. */
  readonly signedInAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  readonly endedAt: number | null;
}

/** When a session that is not used again ends: its absolute end or its idle end, whichever comes first. */
export const sessionEndsAt = (session: SessionTimes): number => Math.min(session.expiresAt, session.lastSeenAt + LIMITS.sessionIdleMs);

export type SessionState = 'live' | 'expired' | 'revoked';

export function sessionState(session: SessionTimes, now: number): SessionState {
  if (session.endedAt !== null) return 'revoked';
  return now < sessionEndsAt(session) ? 'live' : 'expired';
}

/** Owner actions want a sign-in this fresh, however busy the session has been since. */
export const freshEnoughForOwner = (signedInAt: number, now: number): boolean => now - signedInAt <= LIMITS.ownerSessionMs;
