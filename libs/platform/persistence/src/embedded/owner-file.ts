import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';

const fileOf = (dataDir: string): string => join(dataDir, 'owner.json');

/** Start time of a process in clock ticks, so that a recycled pid is not taken for the owner. Null when it does not run, or is unknown. */
function startedAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM';
  }
}

/** Takes the data directory for this process; refuses when a live process owns it. */
export function takeOwnership(dataDir: string): void {
  const owner = readOwner(dataDir);
  if (
    owner &&
    owner.pid !== process.pid &&
    isAlive(owner.pid) &&
    (process.platform !== 'linux' || startedAt(owner.pid) === owner.started)
  ) {
    throw new EmbeddedPostgresError(
      'in_use',
      `${dataDir} is in use by the process ${owner.pid}: stop it, or choose another data directory with TURNPIKE_DATA_DIR.`,
    );
  }
  writeFileSync(fileOf(dataDir), JSON.stringify({ pid: process.pid, started: startedAt(process.pid) }), { mode: 0o600 });
}

export function giveUpOwnership(dataDir: string): void {
  if (readOwner(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true });
}

function readOwner(dataDir: string): { pid: number; started: string | null } | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as { pid: number; started: string | null };
  } catch {
    return null;
  }
}
