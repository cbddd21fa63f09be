import type { Command } from 'commander';
import { asFlags, runHere } from './run-here.js';

/** Makes a data directory on this machine from a backup. */
export function addRestore(program: Command): void {
  program
    .command('restore')
    .description('Make a data directory from a backup. It must be absent or empty.')
    .argument('<file>', 'the backup')
    .option('--data-dir <dir>', 'the directory to make (default: TURNPIKE_DATA_DIR, else .turnpike)')
    .option('--master-key <file>', 'the copy of master.key that opens the credentials in it')
    .option('--without-key', 'do without that key: every provider must be connected anew')
    .action((file: string, options: Record<string, string | boolean>) => runHere(['restore', file, ...asFlags(options)]));
}
