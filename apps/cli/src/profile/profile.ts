import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** What the CLI remembers of one server between commands. Never a turn token. */
const profile = z.object({
  url: z.string().optional(),
  /** The session of the last sign-in, for owner actions. */
  session: z.string().optional(),
  apiKey: z.string().optional(),
});
export type Profile = z.infer<typeof profile>;

const profiles = z.object({ current: z.string(), profiles: z.record(z.string(), profile) });
/** Every profile by name, and the one that is used where none is named. */
export type Profiles = z.infer<typeof profiles>;

const DEFAULT_PROFILE = 'default';

const fileOf = (env: NodeJS.ProcessEnv): string =>
  env['TURNPIKE_PROFILE'] ?? join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'turnpike', 'profile.json');

/** A file of before there were several is the default one. */
export function readProfiles(env: NodeJS.ProcessEnv): Profiles {
  const file = fileOf(env);
  if (!existsSync(file)) return { current: DEFAULT_PROFILE, profiles: {} };
  try {
    const value = JSON.parse(readFileSync(file, 'utf8')) as object;
    return 'profiles' in value
      ? profiles.parse(value)
      : { current: DEFAULT_PROFILE, profiles: { [DEFAULT_PROFILE]: profile.parse(value) } };
  } catch {
    throw new Error(`${file} cannot be read\n  next: remove it and sign in again with turnpike login`);
  }
}

/** Readable by its owner only; replaced whole, so that two commands at once leave one of the two and never a half. */
export function writeProfiles(env: NodeJS.ProcessEnv, kept: Profiles): void {
  const file = fileOf(env);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, `${JSON.stringify(kept, null, 2)}\n`, { mode: 0o600 });
  chmodSync(fresh, 0o600);
  renameSync(fresh, file);
}

/** Keeps a profile under its name; the first one kept is the current one. */
export function keepProfile(env: NodeJS.ProcessEnv, name: string, kept: Profile): void {
  const all = readProfiles(env);
  const current = all.profiles[all.current] ? all.current : name;
  writeProfiles(env, { current, profiles: { ...all.profiles, [name]: kept } });
}

export function forgetProfile(env: NodeJS.ProcessEnv, name: string): void {
  const { current, profiles: all } = readProfiles(env);
  const rest = Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
  writeProfiles(env, { current: current === name ? DEFAULT_PROFILE : current, profiles: rest });
}
