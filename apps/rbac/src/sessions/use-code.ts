import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { AuditLog } from '../audit/audit-log.js';
import { AcceptInvitation } from '../members/accept-invitation.js';
import { normalEmail, UsersStore } from '../members/users.store.js';
import { OpenSession, type IssuedSession } from './open-session.js';
import { SignInAttemptsStore } from './sign-in-attempts.store.js';
import { SignInCodesStore, type OpenCode } from './sign-in-codes.store.js';

/** The one transaction of a sign-in by code: the code is used, the password set, the invitation accepted, the session opened. */
@Injectable()
export class UseCode {
  constructor(
    private readonly database: Database,
    private readonly users: UsersStore,
    private readonly codes: SignInCodesStore,
    private readonly attempts: SignInAttemptsStore,
    private readonly accept: AcceptInvitation,
    private readonly openSession: OpenSession,
    private readonly audit: AuditLog,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  /** Null when another try used the code, or set the account's password, in the meantime. */
  run(code: OpenCode, secret: string, newHash: string | null): Promise<IssuedSession | null> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      // The workspace's turn comes before every other lock, as in an owner action, so that the two cannot wait for each other.
      await this.audit.takeTurn(tx, code.workspace_id);
      const user = await this.users.lock(tx, code.user_id);
      if (!user || user.password_hash !== code.password_hash) return null;
      if (!(await this.codes.take(tx, code.code_id, now))) return null;
      if (newHash !== null) await this.users.setPassword(tx, code.user_id, newHash);
      await this.accept.run(tx, code.workspace_id, code.user_id, now);
      await this.attempts.forget(tx, 'code', secret);
      await this.attempts.forget(tx, 'email', normalEmail(code.email));
      return this.openSession.run(tx, code.user_id, now);
    });
  }
}
