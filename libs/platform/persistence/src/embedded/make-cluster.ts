import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Binaries } from './binaries.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { needsOwner } from './run-as.js';

const NOBODY = 65534;

/** Makes the cluster where there is none: built beside and moved into place, so that a start cut short leaves nothing half made. */
export function makeCluster(binaries: Binaries, dataDir: string, password: string, as: readonly string[]): string {
  const pgData = join(dataDir, 'postgres');
  if (existsSync(pgData)) {
    checkVersion(pgData, binaries.major);
    return pgData;
  }
  const beside = join(dataDir, 'postgres.new');
  rmSync(beside, { recursive: true, force: true });
  mkdirSync(beside, { mode: 0o700 });
  const passwordFile = join(dataDir, 'postgres.password.new');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (needsOwner(as)) {
    for (const path of [beside, passwordFile]) chownSync(path, NOBODY, NOBODY);
    chmodSync(dataDir, 0o711);
  }
  const command = [
    ...as,
    binaries.initdb,
    '-D',
    beside,
    '-U',
    'turnpike',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '--no-sync',
    '--encoding=UTF8',
    '--no-locale',
  ];
  const made = spawnSync(command[0] as string, command.slice(1), { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  rmSync(passwordFile, { force: true });
  if (made.status !== 0) {
    const why = (made.stderr || made.error?.message || '').trim().split('\n').at(-1) ?? '';
    throw new EmbeddedPostgresError('did_not_start', `PostgreSQL could not make its data directory ${pgData}: ${why}`);
  }
  renameSync(beside, pgData);
  return pgData;
}

function checkVersion(pgData: string, major: string): void {
  let version: string;
  try {
    version = readFileSync(join(pgData, 'PG_VERSION'), 'utf8').trim();
  } catch {
    throw new EmbeddedPostgresError(
      'unreadable',
      `${pgData} is no PostgreSQL data directory, or cannot be read: restore it, or choose another with TURNPIKE_DATA_DIR.`,
    );
  }
  if (version !== major) {
    throw new EmbeddedPostgresError(
      'other_version',
      `${pgData} was made by PostgreSQL ${version}, this build ships ${major}: run the build that made it, or choose another data directory.`,
    );
  }
}
