import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';

/** Starts the embedded product in the foreground: the same as `npm start`. */
export function addStart(program: Command): void {
  program
    .command('start')
    .description('Start Turnpike here: one process, its own PostgreSQL.')
    .option('--port <port>', 'where it answers')
    .option('--data-dir <dir>', 'where it keeps its data')
    .action((options: { port?: string; dataDir?: string }) => {
      const script = fileURLToPath(new URL('../../../../tools/start.mjs', import.meta.url));
      const args = [script, ...(options.port ? ['--port', options.port] : []), ...(options.dataDir ? ['--data-dir', options.dataDir] : [])];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
      child.on('exit', (code) => process.exit(code ?? 1));
    });
}
