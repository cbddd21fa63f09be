import { connectTurnpike, TurnpikeClient, type Turnpike } from '@turnpike/sdk';
import type { Command } from 'commander';
import { environment } from './environment.js';
import { readProfiles, type Profile } from './profile.js';

export interface Connected {
  readonly client: TurnpikeClient;
  /** The same, with what follows a run across cuts. */
  readonly turnpike: Turnpike;
  readonly url: string;
  readonly json: boolean;
  readonly quiet: boolean;
  readonly credential: string | null;
  readonly workspaceId: string | null;
}

interface GlobalOptions {
  readonly url?: string;
  readonly key?: string;
  readonly workspace?: string;
  readonly profile?: string;
  readonly json?: boolean;
  readonly quiet?: boolean;
}

const DEFAULT_URL = 'http://127.0.0.1:7420';

/** Whether a server's address is this machine's own. */
export const isConnectedHere = (url: string): boolean =>
  URL.canParse(url) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname);

/** The profile that a command uses: the one it names, else the current one; empty where none is kept. */
export function profileOf(command: Command): { readonly name: string; readonly kept: Profile } {
  const all = readProfiles(environment());
  const name = command.optsWithGlobals<GlobalOptions>().profile ?? all.current;
  return { name, kept: all.profiles[name] ?? {} };
}

/** The client for a command. `session` prefers the signed-in session over an API key, as owner actions need. */
export function connect(command: Command, prefer: 'session' | 'key'): Connected {
  const options = command.optsWithGlobals<GlobalOptions>();
  const { kept } = profileOf(command);
  const url = bare(options.url ?? (options.profile === undefined ? environment()['TURNPIKE_URL'] : undefined) ?? kept.url ?? DEFAULT_URL);
  // What is kept for one server is sent to no other.
  const holds = bare(kept.url ?? DEFAULT_URL) === url ? kept : {};
  const credential = chooseCredential(options, holds, prefer);
  const server = {
    url,
    credential,
    ...(options.workspace && { workspaceId: options.workspace }),
  };
  const { json = false, quiet = false } = options;
  return {
    client: new TurnpikeClient(server),
    turnpike: connectTurnpike(server),
    url,
    json,
    quiet,
    credential,
    workspaceId: options.workspace ?? null,
  };
}

const bare = (url: string): string => url.replace(/\/+$/, '');

function chooseCredential(options: GlobalOptions, { session, apiKey }: Profile, prefer: 'session' | 'key'): string | null {
  if (options.key !== undefined) return options.key;
  // A profile that is named is meant: the environment's key belongs to another server.
  const key = options.profile === undefined ? environment()['TURNPIKE_API_KEY'] : undefined;
  return (prefer === 'session' ? (session ?? key ?? apiKey) : (key ?? apiKey ?? session)) ?? null;
}
