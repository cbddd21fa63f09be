import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buildSync } from 'esbuild';

/** Another process that starts a server on a data directory. */
export interface Holder {
  readonly pid: number;
  /** Set when it started. */
  readonly url?: string;
  /** Set when it was refused. */
  readonly code?: string;
  readonly message?: string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface HolderOptions {
  readonly uid?: number;
  /** Programs that fail there, as on a machine that lacks or forbids them. */
  readonly without?: readonly string[];
}

/** A place that any user can reach into. */
export function openDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'turnpike-embedded-'));
  chmodSync(directory, 0o755);
  return directory;
}

/** Builds the program once, into `directory`. */
export function buildHolder(directory: string): string {
  const outfile = join(directory, 'hold-server.cjs');
  const entryPoints = [join(__dirname, 'hold-server.ts')];
  buildSync({ entryPoints, outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20', external: ['pg-native'] });
  return outfile;
}

export async function hold(program: string, dataDir: string, { uid, without = [] }: HolderOptions = {}): Promise<Holder> {
  // The shell puts the failing programs first in PATH and becomes the program, under the same process id.
  const first = ['-c', 'PATH="$0:$PATH" exec "$@"', failing(program, without)];
  const child = spawn('/bin/sh', [...first, process.execPath, program, dataDir, __filename], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
  });
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return {
    ...(JSON.parse(line) as Partial<Holder>),
    pid: child.pid ?? 0,
    kill: () => ended(child, () => child.kill('SIGKILL')),
    stop: () => ended(child, () => child.stdin.write('stop\n')),
  };
}

async function ended(child: ChildProcess, act: () => unknown): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  act();
  await exit;
}

function failing(program: string, names: readonly string[]): string {
  const directory = `${program}.${names.join('-') || 'none'}`;
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  for (const name of names) writeFileSync(join(directory, name), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return directory;
}
