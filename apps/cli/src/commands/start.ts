import type { Command } from 'commander';
import { asFlags, runHere } from './run-here.js';

/** Starts the embedded product in the foreground: the same as `npm start`. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Start Turnpike here: one process, its own PostgreSQL.')
    .option('--port <port>', 'where it answers')
    .option('--data-dir <dir>', 'where it keeps its data')
    .action((options: Record<string, string>) => runHere(asFlags(options)));
}
