import type { Command } from 'commander';
import { asFlags, runHere } from './run-here.js';

/** Copies the data directory of this machine into one file, while Turnpike runs or not. */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('Copy everything in a data directory of this machine into one file, while Turnpike runs on it or not.')
    .argument('<file>', 'the file to make')
    .option('--data-dir <dir>', 'the data directory (default: TURNPIKE_DATA_DIR, else .turnpike)')
    .action((file: string, options: Record<string, string>) => runHere(['backup', file, ...asFlags(options)]));
}
