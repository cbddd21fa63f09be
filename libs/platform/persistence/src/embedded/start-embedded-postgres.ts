import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findBinaries, type Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { findPort } from './find-port.js';
import { makeCluster } from './make-cluster.js';
import { giveUpOwnership, takeOwnership } from './owner-file.js';
import { dieWithParent, needsOwner, runAs } from './run-as.js';
import { sweepOrphans } from './sweep-orphans.js';

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when absent. */
  readonly dataDir: string;
  /** A file or URL from which the binaries' package resolves, e.g. import.meta.url of the application. */
  readonly resolveFrom: string;
  /** More `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
}

export interface EmbeddedPostgres {
  readonly port: number;
  url(database: string): string;
  createDatabases(names: readonly string[]): Promise<void>;
  /** Fast shutdown: open transactions roll back, nothing committed is lost. */
  stop(): Promise<void>;
}

const START_MS = 30_000;
const STOP_MS = 10_000;
/** Small on purpose: one process tree beside the product. Page cache does the rest. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '32MB',
  max_connections: '100',
  io_method: 'sync',
  max_logical_replication_workers: '0',
  log_timezone: 'UTC',
  timezone: 'UTC',
};

/** Starts the PostgreSQL that npm ships on a data directory of this process alone, after whatever a killed predecessor left. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const binaries = findBinaries(options.resolveFrom);
  const dataDir = prepare(options.dataDir);
  takeOwnership(dataDir);
  try {
    return await startOwned(binaries, dataDir, options.settings ?? {});
  } catch (error) {
    giveUpOwnership(dataDir);
    throw error;
  }
}

async function startOwned(binaries: Binaries, dataDir: string, settings: Readonly<Record<string, string>>): Promise<EmbeddedPostgres> {
  const as = runAs();
  const password = readPassword(dataDir);
  const pgData = makeCluster(binaries, dataDir, password, as);
  await sweepOrphans(pgData);
  const port = await findPort(dataDir);
  const url = (database: string): string => `postgres://turnpike:${password}@127.0.0.1:${port}/${database}`;
  const log = join(dataDir, 'postgres.log');
  const server = launch(binaries, { pgData, port, log, as, settings });
  await untilReady(server, url('postgres'), log);
  return {
    port,
    url,
    createDatabases: (names) => createDatabases(url('postgres'), names),
    stop: () => stop(server).finally(() => giveUpOwnership(dataDir)),
  };
}

function prepare(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError('unreadable', `${dataDir} cannot be used as the data directory: ${(error as Error).message}`);
  }
}

function readPassword(dataDir: string): string {
  const file = join(dataDir, 'postgres.password');
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}

interface Launch {
  readonly pgData: string;
  readonly port: number;
  readonly log: string;
  readonly as: readonly string[];
  readonly settings: Readonly<Record<string, string>>;
}

function launch(binaries: Binaries, { pgData, port, log, as, settings }: Launch): ChildProcess {
  if (needsOwner(as)) chownSync(pgData, 65534, 65534);
  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const command = [...as, ...dieWithParent(), binaries.postgres, '-D', pgData, '-p', String(port), ...flags];
  const output = openSync(log, 'w', 0o600);
  // Detached, so that an interrupt at the terminal reaches us alone and we stop it after our own work is done.
  const server = spawn(command[0] as string, command.slice(1), {
    detached: true,
    stdio: ['ignore', output, output],
    env: { ...process.env, LC_ALL: 'C' },
  });
  closeSync(output);
  server.once('error', () => undefined);
  return server;
}

async function untilReady(server: ChildProcess, url: string, log: string): Promise<void> {
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) break;
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await client.end().catch(() => undefined);
      await sleep(20);
    }
  }
  await stop(server);
  const lines = readFileSync(log, 'utf8').trim().split('\n');
  const said = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? 'it said nothing';
  throw new EmbeddedPostgresError('did_not_start', `PostgreSQL did not start (${said.slice(0, 300)}); its log is ${log}`);
}

async function createDatabases(url: string, names: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>('select datname from pg_database');
    const present = new Set(rows.map(({ datname }) => datname));
    for (const name of names) if (!present.has(name)) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null || server.pid === undefined) return;
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  server.kill('SIGINT');
  const timer = setTimeout(() => server.kill('SIGQUIT'), STOP_MS);
  await ended;
  clearTimeout(timer);
}
