import { TurnpikeClient } from '@turnpike/sdk';
import type { Command } from 'commander';
import { environment } from './environment.js';
import { readProfile, type Profile } from './profile.js';

export interface Connected {
  readonly client: TurnpikeClient;
  readonly url: string;
  readonly json: boolean;
  readonly quiet: boolean;
}

interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly workspace?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export const DEFAULT_URL = 'http://127.0.0.1:7420';

/** Whether a server's address is this machine's own. */
export const isConnectedHere = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** The client for a command. `session` prefers the signed-in session over an API key, as owner actions need. */
export function connect(command: Command, prefer: 'session' | 'key'): Connected {
  const options = command.optsWithGlobals<GlobalOptions>();
  const profile = readProfile(environment());
  const url = (options.url ?? environment()['TURNPIKE_URL'] ?? profile.url ?? DEFAULT_URL).replace(/\/+$/, '');
  const client = new TurnpikeClient({
    url,
    credential: chooseCredential(options, profile, prefer),
    ...(options.workspace && { workspaceId: options.workspace }),
  });
  return { client, url, json: options.json === true, quiet: options.quiet === true };
}

function chooseCredential(options: GlobalOptions, profile: Profile, prefer: 'session' | 'key'): string | null {
  const key = options.key ?? environment()['TURNPIKE_API_KEY'];
  if (options.key !== undefined) return options.key;
  const session = profile.session;
  return (prefer === 'session' ? (session ?? key ?? profile.apiKey) : (key ?? profile.apiKey ?? session)) ?? null;
}
