import { Injectable } from '@nestjs/common';
import { LIMITS } from '@turnpike/contracts';
import { newId, toTimestamp } from '@turnpike/kernel';
import type { Transaction } from '@turnpike/platform-persistence';
import { newCredential } from '../credentials/new-credential.js';
import { EndSession } from './end-session.js';
import { SessionsStore } from './sessions.store.js';

export interface IssuedSession {
  readonly session_token: string;
  readonly session_id: string;
  readonly user_id: string;
  readonly expires_at: string;
  readonly password_required: boolean;
}

/** Gives a person who proved who they are a session of 12 hours. Past `LIMITS.sessionsPerUser`, their oldest one ends. */
@Injectable()
export class OpenSession {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly endSession: EndSession,
  ) {}

  async run(tx: Transaction, userId: string, now: number): Promise<IssuedSession> {
    const sessionId = newId('se');
    const { secret, hash } = newCredential('session');
    const context = { actor: userId, correlation_id: sessionId };
    for (const oldest of await this.sessions.beyond(tx, userId, LIMITS.sessionsPerUser - 1, now)) {
      await this.endSession.run(tx, oldest, userId, 'too_many_sessions', now, context);
    }
    await this.sessions.add(tx, { sessionId, userId, hash }, now);
    return {
      session_token: secret,
      session_id: sessionId,
      user_id: userId,
      expires_at: toTimestamp(now + LIMITS.sessionMs),
      password_required: false,
    };
  }
}
