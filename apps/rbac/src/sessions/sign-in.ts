import { Injectable } from '@nestjs/common';
import type { rbacApi, ServiceRequest, ServiceResponse } from '@turnpike/contracts';
import { invalidField } from '../refusals.js';
import { SignInByCode } from './sign-in-by-code.js';
import { SignInByPassword } from './sign-in-by-password.js';

@Injectable()
export class SignIn {
  constructor(
    private readonly byCode: SignInByCode,
    private readonly byPassword: SignInByPassword,
  ) {}

  async run({ input }: ServiceRequest<typeof rbacApi.signIn>): Promise<ServiceResponse<typeof rbacApi.signIn>> {
    const { code, email, password } = input;
    if (code !== undefined) return this.byCode.run({ ...input, code });
    if (email !== undefined && password !== undefined) return this.byPassword.run(email, password);
    const pointer = email === undefined ? '/code' : '/password';
    return { outcome: 'refused', refusal: invalidField(pointer, 'required', 'Send a code, or an email and its password.') };
  }
}
