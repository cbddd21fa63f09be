import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import type { Binaries } from './binaries.js';
import { dieWithParent, type RunAs } from './run-as.js';

/** Small on purpose: one process tree beside the product. Page cache does the rest. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  shared_buffers: '32MB',
  max_connections: '100',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
  // Only what concerns the server as a whole: statements and their errors hold the customers' values, and the file is not rotated.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
};

export interface Launch {
  readonly pgData: string;
  readonly port: number;
  /** Where its socket lies; null for none. */
  readonly socketFolder: string | null;
  /** File for what the server says; begun anew at each start. */
  readonly log: string;
  readonly as: RunAs;
  readonly settings: Readonly<Record<string, string>>;
}

export function launchServer(binaries: Binaries, { pgData, port, socketFolder, log, as, settings }: Launch): ChildProcess {
  const flags = Object.entries({ ...SETTINGS, unix_socket_directories: socketFolder ?? '', ...settings }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  // The locale is set because on macOS the server does not start without one.
  const command = ['env', 'LC_ALL=C', ...as.prefix, ...dieWithParent(), binaries.postgres, '-D', pgData, '-p', String(port), ...flags];
  const output = openSync(log, 'w', 0o600);
  // Detached, so that an interrupt at the terminal reaches us alone and we stop it after our own work is done.
  const server = spawn(command[0] ?? '', command.slice(1), { ...as.user, detached: true, stdio: ['ignore', output, output] });
  closeSync(output);
  server.once('error', () => undefined);
  return server;
}

export const hasEnded = (server: ChildProcess): boolean =>
  server.exitCode !== null || server.signalCode !== null || server.pid === undefined;

/** Steps of force, each with the time it is given in ms: fast shutdown, at once, kill. */
const STEPS = [
  ['SIGINT', 10_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
] as const;

/** Open transactions roll back; nothing committed is lost, whatever force it takes. */
export async function stopServer(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  for (const [signal, patience] of STEPS) {
    if (hasEnded(server)) return;
    server.kill(signal);
    let timer: NodeJS.Timeout | undefined;
    await Promise.race([ended, new Promise((resolve) => (timer = setTimeout(resolve, patience)))]);
    clearTimeout(timer);
  }
}
