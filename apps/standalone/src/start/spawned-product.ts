import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface SpawnedProduct {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** What it printed so far, both streams. */
  output(): string;
  /** Resolves with the address once it answers; rejects with what it said when it ends before. */
  readonly url: Promise<string>;
  /** Resolves with the exit code. */
  readonly ended: Promise<number | null>;
}

export const freshDataDir = (): string => join(mkdtempSync(join(tmpdir(), 'turnpike-start-')), 'data');

/** The built product as a process of its own, as a person starts it. */
export function spawnProduct({
  dataDir = freshDataDir(),
  port = 0,
  env = {},
}: { dataDir?: string; port?: number; env?: NodeJS.ProcessEnv } = {}): SpawnedProduct {
  const main = join(__dirname, '../../dist/main.js');
  const child = spawn(process.execPath, [main, '--data-dir', dataDir, '--port', String(port), '--log-level', 'error'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      said += chunk.toString('utf8');
      const answered = /answers at (\S+)[\s\S]*Try, in a second shell/.exec(said)?.[1];
      if (answered) resolve(answered);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    void ended.then(() => reject(new Error(said)));
  });
  url.catch(() => undefined);
  return { child, dataDir, output: () => said, url, ended };
}

/** Runs one of the built product's own commands to its end. */
export async function runCommand(...words: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [join(__dirname, '../../dist/main.js'), ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString('utf8')));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, out, err };
}
