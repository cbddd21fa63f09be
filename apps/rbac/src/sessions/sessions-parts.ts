import type { Type } from '@nestjs/common';
import { EndSession } from './end-session.js';
import { OpenSession } from './open-session.js';
import { Passwords } from './passwords.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsStore } from './sessions.store.js';
import { SignIn } from './sign-in.js';
import { SignInAttemptsStore } from './sign-in-attempts.store.js';
import { SignInByCode } from './sign-in-by-code.js';
import { SignInByPassword } from './sign-in-by-password.js';
import { SignInCodesStore } from './sign-in-codes.store.js';
import { SignOut } from './sign-out.js';
import { UseCode } from './use-code.js';

export const sessionsParts: { controllers: Type[]; providers: Type[] } = {
  controllers: [SessionsController],
  providers: [
    EndSession,
    OpenSession,
    Passwords,
    SessionsStore,
    SignIn,
    SignInAttemptsStore,
    SignInByCode,
    SignInByPassword,
    SignInCodesStore,
    SignOut,
    UseCode,
  ],
};
