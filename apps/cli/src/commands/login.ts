import { LIMITS, sessionsCreate, sessionsEnd } from '@turnpike/contracts';
import type { Command } from 'commander';
import { printAnswer } from '../output/print-answer.js';
import { connect, profileOf } from '../profile/connect.js';
import { environment } from '../profile/environment.js';
import { forgetProfile, keepProfile } from '../profile/profile.js';
import { askHidden } from './ask-hidden.js';

interface LoginOptions {
  readonly code?: string;
  readonly email?: string;
  readonly password?: string;
  readonly apiKey?: string;
}

/** Signs in and keeps the session, or keeps an API key, in a file that only its owner can read. */
export function addLogin(program: Command): void {
  const command = program
    .command('login')
    .description(sessionsCreate.summary)
    .option('--code <code>', 'a one-time sign-in code')
    .option('--email <email>', 'sign in with email and password')
    .option('--password <password>', 'the password, or the one to set at a first sign-in (default: asked, or TURNPIKE_PASSWORD)')
    .option('--api-key <key>', 'keep this API key for later commands');
  command.action(async () => {
    const options = command.opts<LoginOptions>();
    const { client, url, ...shown } = connect(command, 'session');
    const { name, kept } = profileOf(command);
    const here = kept.url === url ? kept : {};
    if (options.apiKey !== undefined) {
      keepProfile(environment(), name, { ...here, url, apiKey: options.apiKey });
      process.stdout.write(`Kept the API key for ${url}.\n`);
      return;
    }
    const password = options.password ?? environment()['TURNPIKE_PASSWORD'] ?? (await askHidden('Password (at least 12 characters): '));
    const args = options.code === undefined ? { email: options.email, password } : { code: options.code, new_password: password };
    const { envelope } = await client.call(sessionsCreate, args);
    if (!envelope.ok) {
      process.exitCode = printAnswer(sessionsCreate.name, envelope, shown);
      return;
    }
    const { session_token: session, expires_at: expires } = envelope.data as { session_token: string; expires_at: string };
    keepProfile(environment(), name, { ...here, url, session });
    process.stdout.write(`Signed in at ${url} until ${expires}. Owner actions are open for ${LIMITS.ownerSessionMs / 60_000} minutes.\n`);
  });
}

export function addLogout(program: Command): void {
  const command = program.command('logout').description(sessionsEnd.summary);
  command.action(async () => {
    const { client, ...shown } = connect(command, 'session');
    const { envelope } = await client.call(sessionsEnd, {});
    forgetProfile(environment(), profileOf(command).name);
    process.exitCode = printAnswer(sessionsEnd.name, envelope, shown);
  });
}
