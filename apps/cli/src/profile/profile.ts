import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

/** What the CLI remembers between commands. Never a turn token. */
export interface Profile {
  readonly url?: string;
  /** The session of the last sign-in, for owner actions. */
  readonly session?: string;
  readonly apiKey?: string;
}

const fileOf = (env: NodeJS.ProcessEnv): string =>
  env['TURNPIKE_PROFILE'] ?? join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'turnpike', 'profile.json');

export function readProfile(env: NodeJS.ProcessEnv): Profile {
  const file = fileOf(env);
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Profile;
  } catch {
    throw new Error(`${file} cannot be read: remove it and sign in again`);
  }
}

/** Readable by its owner only. */
export function writeProfile(env: NodeJS.ProcessEnv, profile: Profile): void {
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(file, `${JSON.stringify(profile, null, 2)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
}

export const forgetProfile = (env: NodeJS.ProcessEnv): void => rmSync(fileOf(env), { force: true });
