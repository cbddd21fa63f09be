import { Injectable } from '@nestjs/common';
import type { EventContext } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { AccessFacts } from '../access-facts/access-facts.js';
import { SessionsStore } from './sessions.store.js';

/** Ends a session and tells it. False where there was none to end. */
@Injectable()
export class EndSession {
  constructor(
    private readonly sessions: SessionsStore,
    private readonly facts: AccessFacts,
  ) {}

  async run(
    tx: Transaction,
    sessionId: string,
    userId: string,
    reason: 'signed_out' | 'too_many_sessions',
    now: number,
    context: EventContext,
  ): Promise<boolean> {
    const version = await this.sessions.end(tx, sessionId, userId, now);
    if (version === null) return false;
    await this.facts.credentialRevoked(tx, { credentialId: sessionId, principalId: userId, workspaceId: null, reason, version }, context);
    return true;
  }
}
