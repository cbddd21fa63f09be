import { Inject, Injectable } from '@nestjs/common';
import type { rbacApi, Refusal, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { credentialKind } from '@turnpike/domain-access';
import type { Clock } from '@turnpike/kernel';
import { hashCredential } from '../credentials/new-credential.js';
import { normalEmail } from '../members/users.store.js';
import { invalidField, signInFailed, tooManyTries } from '../refusals.js';
import { Passwords } from './passwords.js';
import { SignInAttemptsStore } from './sign-in-attempts.store.js';
import { SignInCodesStore, type OpenCode } from './sign-in-codes.store.js';
import { UseCode } from './use-code.js';

type Input = ServiceRequest<typeof rbacApi.signIn>['input'] & { code: string };
type Proven = { outcome: 'proven'; newHash: string | null } | { outcome: 'refused'; refusal: Refusal };

const BUSY_MS = 1_000;
const refused = (refusal: Refusal): { outcome: 'refused'; refusal: Refusal } => ({ outcome: 'refused', refusal });

/**
 * A code opens an account that has no password yet, and sets one; where there is a password it is wanted too. So a code in the
 * hands of whoever wrote the invitation never opens an account that is somebody's already. Only a success uses the code.
 */
@Injectable()
export class SignInByCode {
  constructor(
    private readonly attempts: SignInAttemptsStore,
    private readonly codes: SignInCodesStore,
    private readonly passwords: Passwords,
    private readonly useCode: UseCode,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  async run(input: Input): Promise<ServiceResponse<typeof rbacApi.signIn>> {
    if (credentialKind(input.code) !== 'sign_in_code') {
      return refused(invalidField('/code', 'format', 'This is no sign-in code; a character may be missing or mistyped.'));
    }
    const wait = await this.attempts.count('code', input.code);
    if (wait > 0) return refused(tooManyTries(wait));
    const code = await this.codes.find(hashCredential(input.code), this.clock.now());
    if (!code) return refused(signInFailed());
    const proven = code.password_hash === null ? await this.first(input) : await this.again(code, code.password_hash, input);
    if (proven.outcome === 'refused') return proven;
    const session = await this.useCode.run(code, input.code, proven.newHash);
    return session ? { outcome: 'done', value: session } : refused(signInFailed());
  }

  private async first({ new_password }: Input): Promise<Proven> {
    if (new_password === undefined) {
      return refused(
        invalidField('/new_password', 'required', 'This account has no password yet: send one of 12 characters or more with the code.'),
      );
    }
    const newHash = await this.passwords.hash(new_password);
    return newHash === null ? refused(tooManyTries(BUSY_MS)) : { outcome: 'proven', newHash };
  }

  private async again(code: OpenCode, stored: string, { password }: Input): Promise<Proven> {
    if (password === undefined) {
      return refused(invalidField('/password', 'required', 'This account has a password: send it with the code.'));
    }
    const wait = await this.attempts.count('email', normalEmail(code.email));
    if (wait > 0) return refused(tooManyTries(wait));
    const opens = await this.passwords.verify(stored, password);
    if (opens === null) return refused(tooManyTries(BUSY_MS));
    return opens ? { outcome: 'proven', newHash: null } : refused(signInFailed());
  }
}
