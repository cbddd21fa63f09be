import 'reflect-metadata';
import { ConfigError } from '@turnpike/platform-config';
import { NotUnderstood } from './command/read-words.js';
import { runBackup } from './command/run-backup.js';
import { runDoctor } from './command/run-doctor.js';
import { runRestore } from './command/run-restore.js';
import { runStart } from './command/run-start.js';
import { describeFailure } from './describe-failure.js';

/** Commands that work on the data directory; without one of them it starts. Each answers what to print. */
const COMMANDS: Readonly<Record<string, (words: readonly string[]) => Promise<string>>> = {
  backup: runBackup,
  restore: runRestore,
  doctor: runDoctor,
};

async function main([first = '', ...others]: readonly string[]): Promise<void> {
  const command = COMMANDS[first];
  if (command) process.stdout.write(`${await command(others)}\n`);
  else await runStart(process.argv.slice(2));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exit(error instanceof ConfigError || error instanceof NotUnderstood ? 2 : 1);
});
