import { spawn } from 'node:child_process';
import { join } from 'node:path';

const CLI = join(__dirname, '../../../cli/bin/turnpike.mjs');

export interface CliEnd {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the built command line to its end, with a home and a profile of its own in `home` and nothing else of this machine's settings. */
export async function runCli(words: readonly string[], home: string, env: Record<string, string>): Promise<CliEnd> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env['PATH'], HOME: home, TURNPIKE_PROFILE: join(home, 'profile.json'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
