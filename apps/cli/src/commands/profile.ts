import type { Command } from 'commander';
import { write } from '../output/lines.js';
import { table } from '../output/table.js';
import { environment } from '../profile/environment.js';
import { forgetProfile, readProfiles, writeProfiles, type Profiles } from '../profile/profile.js';
import { findOrAddCommand } from './add-call.js';

/** Servers and their credentials, kept by name. Secrets are never printed. */
export function addProfile(program: Command): void {
  const list = findOrAddCommand(program, 'profile list').description('The profiles that are kept, and which one is current.');
  list.action(() => {
    const { json = false, quiet = false } = list.optsWithGlobals<{ json?: boolean; quiet?: boolean }>();
    const rows = rowsOf(readProfiles(environment()));
    if (json) write(JSON.stringify({ profiles: rows }, null, 2));
    else if (quiet) for (const { name } of rows) write(name);
    else write(rows.length === 0 ? 'No profile is kept.\n\nNext: turnpike login' : table(rows, ['name', 'current', 'url', 'holds']));
  });
  findOrAddCommand(program, 'profile use')
    .description('Make a profile the one that is used where none is named.')
    .argument('<name>')
    .action((name: string) => writeProfiles(environment(), { ...known(name), current: name }));
  findOrAddCommand(program, 'profile remove')
    .description('Forget a profile and its credentials. The session that it holds is not ended: turnpike logout does that.')
    .argument('<name>')
    .action((name: string) => {
      known(name);
      forgetProfile(environment(), name);
    });
}

function known(name: string): Profiles {
  const all = readProfiles(environment());
  if (!all.profiles[name]) throw new Error(`there is no profile ${name}\n  next: turnpike profile list`);
  return all;
}

const rowsOf = ({ current, profiles }: Profiles) =>
  Object.entries(profiles).map(([name, { url = '', session, apiKey }]) => ({
    name,
    current: name === current ? 'yes' : '',
    url,
    holds: [session && 'session', apiKey && 'API key'].filter(Boolean).join(', '),
  }));
