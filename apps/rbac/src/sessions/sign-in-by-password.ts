import { Inject, Injectable } from '@nestjs/common';
import type { rbacApi, ServiceResponse } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { Database } from '@turnpike/platform-persistence';
import { normalEmail, UsersStore } from '../members/users.store.js';
import { signInFailed, tooManyTries } from '../refusals.js';
import { OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import { SignInAttemptsStore } from './sign-in-attempts.store.js';

const BUSY_MS = 1_000;

/** Every wrong answer is the same one and takes the same time, whether or not the account exists. */
@Injectable()
export class SignInByPassword {
  constructor(
    private readonly database: Database,
    private readonly attempts: SignInAttemptsStore,
    private readonly users: UsersStore,
    private readonly passwords: Passwords,
    private readonly openSession: OpenSession,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(email: string, password: string): Promise<ServiceResponse<typeof rbacApi.signIn>> {
    const wait = await this.attempts.count('email', normalEmail(email));
    if (wait > 0) return { outcome: 'refused', refusal: tooManyTries(wait) };
    const user = await this.users.findByEmail(email);
    const opens = await this.passwords.verify(user?.password_hash ?? null, password);
    if (opens === null) return { outcome: 'refused', refusal: tooManyTries(BUSY_MS) };
    if (!user || !opens) return { outcome: 'refused', refusal: signInFailed() };
    const value = await this.database.tx(async (tx) => {
      await this.attempts.forget(tx, 'email', normalEmail(email));
      return this.openSession.run(tx, user.user_id, this.clock.now());
    });
    return { outcome: 'done', value };
  }
}
