import type { Database } from '@turnpike/platform-persistence';
import type { UsersStore } from '../members/users.store.js';
import type { OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import type { SignInAttemptsStore } from './sign-in-attempts.store.js';
import { SignInByPassword } from './sign-in-by-password.js';

/** Remembers what was compared; opens nothing. */
class RecordingPasswords extends Passwords {
  readonly compared: (string | null)[] = [];
  override verify(stored: string | null): Promise<boolean | null> {
    this.compared.push(stored);
    return Promise.resolve(false);
  }
}

describe('signing in by password', () => {
  it('compares one password whether the account exists, has no password, or is nobody’s', async () => {
    const accounts: Record<string, { user_id: string; password_hash: string | null } | null> = {
      'ann@example.test': { user_id: 'us_1', password_hash: '$argon2id$x' },
      'new@example.test': { user_id: 'us_2', password_hash: null },
    };
    const passwords = new RecordingPasswords();
    const signIn = new SignInByPassword(
      {} as Database,
      { count: () => Promise.resolve(0) } as unknown as SignInAttemptsStore,
      { findByEmail: (email: string) => Promise.resolve(accounts[email] ?? null) } as unknown as UsersStore,
      passwords,
      {} as OpenSession,
      { now: () => 0 },
    );
    const answers = [];
    for (const email of ['ann@example.test', 'new@example.test', 'nobody@example.test']) answers.push(await signIn.run(email, 'wrong'));
    expect(passwords.compared).toEqual(['$argon2id$x', null, null]);
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
  });
});
