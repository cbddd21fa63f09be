import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { explainFailure } from './explain-failure.js';
import { handOver } from './hand-over.js';
import type { RunAs } from './run-as.js';

const INITDB_MS = 120_000;

/** Makes the cluster where there is none: built beside and moved into place, so that a start cut short leaves nothing half made. */
export function makeCluster(binaries: Binaries, dataDir: string, password: string, as: RunAs): string {
  const pgData = join(dataDir, 'postgres');
  if (!existsSync(pgData)) {
    const beside = join(dataDir, 'postgres.new');
    rmSync(beside, { recursive: true, force: true });
    mkdirSync(beside, { mode: 0o700 });
    handOver(beside, dataDir, as);
    const passwordFile = join(dataDir, 'postgres.password.new');
    writeFileSync(passwordFile, password, { mode: 0o600 });
    if (as.user) chownSync(passwordFile, as.user.uid, as.user.gid);
    initialise(binaries, beside, passwordFile, as);
    rmSync(passwordFile, { force: true });
    renameSync(beside, pgData);
  }
  checkVersion(pgData, binaries.major);
  handOver(pgData, dataDir, as);
  return realpathSync(pgData);
}

function initialise(binaries: Binaries, pgData: string, passwordFile: string, as: RunAs): void {
  const [program = '', ...words] = [
    ...['env', 'LC_ALL=C', ...as.prefix, binaries.initdb, '-D', pgData, '-U', 'turnpike', '--auth=scram-sha-256'],
    ...[`--pwfile=${passwordFile}`, '--no-sync', '--encoding=UTF8', '--no-locale', '--no-instructions'],
  ];
  const made = spawnSync(program, words, { ...as.user, encoding: 'utf8', timeout: INITDB_MS });
  if (made.status === 0) return;
  rmSync(pgData, { recursive: true, force: true });
  throw explainFailure(pgData, made.stderr || (made.error?.message ?? ''));
}

function checkVersion(pgData: string, major: string): void {
  let version: string;
  try {
    version = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    throw explainFailure(
      pgData,
      `error: ${(error as NodeJS.ErrnoException).code === 'ENOENT' ? 'PG_VERSION is missing' : (error as Error).message}`,
    );
  }
  if (version === major) return;
  throw new EmbeddedPostgresError(
    'other_version',
    `${pgData} was made by PostgreSQL ${version}, this build ships ${major}: run the build that made it, or choose another data directory.`,
  );
}
