import { Argument, type Command } from 'commander';
import { CLIENTS, type Reach } from '../mcp/client-settings.js';
import { connect } from '../profile/connect.js';

/** Prints what a client of MCP needs to find Turnpike, ready to paste: the settings to standard output, all else beside it. */
export function addConnect(program: Command): void {
  const names = Object.keys(CLIENTS);
  const command = program
    .command('connect')
    .description('Print the settings by which an MCP client finds Turnpike, ready to paste.')
    .addArgument(new Argument('<client>', 'the client').choices(names))
    .option('--http', 'reach Turnpike over HTTP, with a key from the environment, rather than by starting "turnpike mcp"')
    .addHelpText(
      'after',
      `\nClients:\n${names.map((name) => `  ${name.padEnd(16)}${CLIENTS[name]?.title}`).join('\n')}\n\nExample: turnpike connect cursor > .cursor/mcp.json`,
    );
  command.action((name: string) => {
    const { url, credential } = connect(command, 'key');
    const { http, ...given } = command.optsWithGlobals<{ http?: boolean } & Given>();
    const settings = CLIENTS[name]!;
    const reach = reachOf(url, given);
    process.stderr.write(`${settings.title}: ${settings.where}\n`);
    const text = http ? settings.http(reach) : settings.stdio(reach);
    process.stdout.write(`${text}\n`);
    if (http) process.stderr.write(`${whereTheKeyGoes(text)}: an owner makes one for an agent with "turnpike admin api-keys create".\n`);
    else if (credential === null) process.stderr.write('No key is kept here yet: turnpike login --api-key <key>\n');
  });
}

function whereTheKeyGoes(text: string): string {
  if (text.includes('tpk_…')) return 'Put a key where it says tpk_…';
  return text.includes('promptString') ? 'The client asks for the key' : 'It sends the key in TURNPIKE_API_KEY';
}

interface Given {
  readonly url?: string;
  readonly profile?: string;
}

/** By absolute paths: a client starts its servers from wherever it stands. What was said of the server is said to the bridge. */
function reachOf(url: string, given: Given): Reach {
  const [, script = 'turnpike'] = process.argv;
  const said = [...(given.profile ? ['--profile', given.profile] : []), ...(given.url ? ['--url', url] : [])];
  return { command: process.execPath, args: [script, ...said, 'mcp'], url: `${url}/mcp` };
}
