import { spawn } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';

/** Builds a worker of this folder, from source, into one file that node can run. */
export async function buildWorker(name: string): Promise<string> {
  const outfile = join(await mkdtemp(join(tmpdir(), 'turnpike-worker-')), `${name}.cjs`);
  await build({
    entryPoints: [join(__dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    conditions: ['turnpike-source'],
    external: ['pg-native'],
    define: { 'import.meta.url': '__filename' },
    logLevel: 'error',
  });
  return outfile;
}

/** Runs it to its end: `killed` when a signal ended it. Whatever else goes wrong is thrown with what it printed. */
export function runWorker(file: string, args: readonly (string | number)[], withinMs = 30_000): Promise<'killed' | 'ended'> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args.map(String)], { stdio: ['ignore', 'ignore', 'pipe'] });
    let printed = '';
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    const timer = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`the worker did not end within ${withinMs} ms; ${printed}`));
    }, withinMs);
    child.on('exit', (code, signal) => {
      clearTimeout(timer);
      if (signal === 'SIGKILL') resolve('killed');
      else if (code === 0) resolve('ended');
      else reject(new Error(`the worker ended with ${code ?? signal}: ${printed}`));
    });
  });
}
