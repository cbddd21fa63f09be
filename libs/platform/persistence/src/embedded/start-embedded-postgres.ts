import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { awaitReady } from './await-ready.js';
import { findBinaries, type Binaries } from './binaries.js';
import { createDatabases } from './create-databases.js';
import { asEmbeddedError, explainFailure } from './explain-failure.js';
import { findPort } from './find-port.js';
import { hasEnded, launchServer, stopServer } from './launch-server.js';
import { makeCluster } from './make-cluster.js';
import { takeOwnership, type Ownership } from './owner-file.js';
import { readPassword } from './password-file.js';
import { runAs } from './run-as.js';
import { sweepOrphans } from './sweep-orphans.js';

export interface EmbeddedPostgresOptions {
  /** Kept between starts; made when absent. */
  readonly dataDir: string;
  /** A file or URL from which the binaries' package resolves, e.g. import.meta.url of the application. */
  readonly resolveFrom: string;
  /** This port and no other; else one is chosen and remembered. */
  readonly port?: number;
  /** What this process is, in a few words: told to another that wants the same data directory. */
  readonly ownerNote?: string;
  /** More `-c name=value` settings. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server ends without being asked to, with one line of why. The Database answers StoreUnavailable from then on. */
  readonly onLost?: (why: string) => void;
}

export interface EmbeddedPostgres {
  readonly port: number;
  url(database: string): string;
  /** Makes those that are absent. */
  createDatabases(names: readonly string[]): Promise<void>;
  /** Fast shutdown: open transactions roll back, nothing committed is lost. Lets go of the data directory. */
  stop(): Promise<void>;
}

/** A free port may be taken between the look and the start. */
const PORT_TRIES = 3;

/**
 * Starts the PostgreSQL that npm ships on a data directory of this process alone, after whatever a killed predecessor left. It listens on
 * a socket in its own folder and on the loopback address, nowhere else, and ends with this process. Throws EmbeddedPostgresError.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  let ownership: Ownership | undefined;
  try {
    const binaries = findBinaries(options.resolveFrom);
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    accessSync(options.dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    const dataDir = realpathSync(options.dataDir);
    ownership = await takeOwnership(dataDir, options.ownerNote ?? 'turnpike');
    return await startOwned(binaries, dataDir, options, ownership);
  } catch (error) {
    ownership?.release();
    throw asEmbeddedError(options.dataDir, error);
  }
}

async function startOwned(
  binaries: Binaries,
  dataDir: string,
  options: EmbeddedPostgresOptions,
  ownership: Ownership,
): Promise<EmbeddedPostgres> {
  const as = runAs();
  const password = readPassword(dataDir);
  const pgData = makeCluster(binaries, dataDir, password, as);
  await sweepOrphans(pgData);
  const log = join(dataDir, 'postgres.log');
  const socketFolder = socketFolderOf(pgData);
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port ?? (await findPort(dataDir));
    const host = socketFolder === null ? '127.0.0.1' : encodeURIComponent(socketFolder);
    const url = (database: string): string => `postgres://turnpike:${password}@${host}:${port}/${database}`;
    const server = launchServer(binaries, { pgData, port, socketFolder, log, as, settings: options.settings ?? {} });
    const problem = await awaitReady(server, url('postgres'));
    if (problem === null) return handleOf(server, { port, url, ownership, onLost: options.onLost, log });
    await stopServer(server);
    const failure = explainFailure(pgData, `${readFileSync(log, 'utf8')}\n${problem}`);
    if (failure.code !== 'port_taken' || options.port !== undefined || attempt >= PORT_TRIES) throw failure;
  }
}

/** The longest path of a socket that every system takes, less the name that PostgreSQL gives it (`/.s.PGSQL.65535`). */
const LONGEST_SOCKET_FOLDER = 103 - 16;

/** The product speaks to it by a socket in its own closed folder: half the system's work a statement. Null where that cannot be; then by TCP. */
const socketFolderOf = (pgData: string): string | null =>
  process.platform === 'win32' || Buffer.byteLength(pgData) > LONGEST_SOCKET_FOLDER ? null : pgData;

interface Running {
  readonly port: number;
  readonly url: (database: string) => string;
  readonly ownership: Ownership;
  readonly onLost: ((why: string) => void) | undefined;
  readonly log: string;
}

function handleOf(server: ChildProcess, { port, url, ownership, onLost, log }: Running): EmbeddedPostgres {
  // Where the system does not end the server with us, a plain exit still does.
  const atExit = (): void => void server.kill('SIGINT');
  const lost = (): void => onLost?.(`PostgreSQL ended by itself; its log is ${log}.`);
  process.once('exit', atExit);
  if (hasEnded(server)) lost();
  else server.once('exit', lost);
  return {
    port,
    url,
    createDatabases: (names) => createDatabases(url('postgres'), names),
    stop: async () => {
      server.off('exit', lost);
      await stopServer(server);
      process.off('exit', atExit);
      ownership.release();
    },
  };
}
