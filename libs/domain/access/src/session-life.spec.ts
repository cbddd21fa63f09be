import { LIMITS } from '@turnpike/contracts';
import { freshEnoughForOwner, sessionEndsAt, sessionState, type SessionTimes } from './session-life.js';

const session: SessionTimes = { signedInAt: 0, lastSeenAt: 0, expiresAt: LIMITS.sessionMs, endedAt: null };

describe('the life of a session', () => {
  it('ends when it is idle too long', () => {
    expect(sessionState(session, LIMITS.sessionIdleMs - 1)).toBe('live');
    expect(sessionState(session, LIMITS.sessionIdleMs)).toBe('expired');
  });

  it('ends absolutely, however busy', () => {
    const busy = { ...session, lastSeenAt: LIMITS.sessionMs - 1 };
    expect(sessionState(busy, LIMITS.sessionMs - 1)).toBe('live');
    expect(sessionState(busy, LIMITS.sessionMs)).toBe('expired');
    expect(sessionEndsAt(busy)).toBe(LIMITS.sessionMs);
  });

  it('is revoked once ended, not merely expired', () => {
    expect(sessionState({ ...session, endedAt: 5 }, 1)).toBe('revoked');
  });

  it('is fresh enough for an owner action up to 10 minutes after sign-in', () => {
    expect(freshEnoughForOwner(0, LIMITS.ownerSessionMs)).toBe(true);
    expect(freshEnoughForOwner(0, LIMITS.ownerSessionMs + 1)).toBe(false);
  });
});
