import {
  CONTROLS,
  OPERATIONS,
  packsImport,
  packsPublishFolder,
  runsEvents,
  sessionsCreate,
  sessionsEnd,
  toolsGet,
  toolsRun,
  toolsSearch,
} from '@turnpike/contracts';
import { Command } from 'commander';
import { addCall, findOrAddCommand } from './commands/add-call.js';
import { addBackup } from './commands/backup.js';
import { addCompletion } from './commands/completion.js';
import { addConnect } from './commands/connect.js';
import { addDoctor } from './commands/doctor.js';
import { addImport } from './commands/import.js';
import { addLogin, addLogout } from './commands/login.js';
import { addMcp } from './commands/mcp.js';
import { addPack } from './commands/pack.js';
import { addProfile } from './commands/profile.js';
import { addRestore } from './commands/restore.js';
import { addRun } from './commands/run.js';
import { addStart } from './commands/start.js';
import { addWatch } from './commands/watch.js';
import { teach } from './help/teach.js';

/** Definitions that have a command of their own making, since they do more than one call. */
const OWN_COMMANDS = new Set<string>([
  sessionsCreate.name,
  sessionsEnd.name,
  packsImport.name,
  packsPublishFolder.name,
  toolsRun.name,
  runsEvents.name,
]);

/** The whole command line: one command a definition, and the few that do more. */
export function buildProgram(): Command {
  const program = new Command('turnpike')
    .description('Search for an outcome, read the exact contract, run that contract.')
    .option('--url <url>', 'where Turnpike answers (default: TURNPIKE_URL, else the profile, else http://127.0.0.1:7420)')
    .option('--key <credential>', 'an API key (default: TURNPIKE_API_KEY, else the profile)')
    .option('--workspace <id>', 'a workspace of the signed-in user')
    .option('--json', 'print the envelope as JSON')
    .option('-q, --quiet', 'no progress, hints or notes; of a list the names only')
    .option('--profile <name>', 'the server and credential kept under this name (turnpike profile list)');
  addStart(program);
  addBackup(program);
  addRestore(program);
  addLogin(program);
  addLogout(program);
  addImport(program);
  addPack(program);
  for (const parent of ['tools', '']) {
    addCall(program, toolsSearch, parent === '' ? 'search' : toolsSearch.cli?.command);
    addCall(program, toolsGet, parent === '' ? 'get' : toolsGet.cli?.command);
    addRun(findOrAddCommand(program, parent === '' ? 'run' : 'tools run'));
  }
  addWatch(findOrAddCommand(program, 'runs watch'));
  for (const definition of [...CONTROLS, ...OPERATIONS]) {
    if (OWN_COMMANDS.has(definition.name) || definition.name === toolsSearch.name || definition.name === toolsGet.name) continue;
    if (definition.cli) addCall(program, definition, definition.cli.command);
  }
  addDoctor(program);
  addProfile(program);
  addCompletion(program);
  teach(program);
  addMcp(program);
  addConnect(program);
  return program;
}
