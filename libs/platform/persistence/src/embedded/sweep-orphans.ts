import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { processState } from './process-state.js';

/** Signals in order of force, each with the time it is given in ms. */
const STEPS = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 2_000],
] as const;
const LOOK_MS = 20;

/**
 * Ends what a killed predecessor left running on this data directory, and removes a lock file that would stop the next start although
 * nothing runs. The caller has made sure that no live process owns the directory.
 */
export async function sweepOrphans(
  pgData: string,
  orphansOf = process.platform === 'linux' ? byWorkingDirectory : byLockFile,
): Promise<void> {
  for (const [signal, patience] of STEPS) {
    if (orphansOf(pgData).length === 0) break;
    await signalAll(pgData, orphansOf, signal, patience);
  }
  const left = orphansOf(pgData);
  if (left.length > 0) {
    throw new EmbeddedPostgresError(
      'in_use',
      `PostgreSQL processes ${left.join(', ')} still run on ${pgData} and cannot be ended: end them.`,
    );
  }
  // PostgreSQL judges its lock file by the process id alone: one since given to another program, or of a process that ended and that
  // nobody waited for, would stop it for good.
  const pid = lockedBy(pgData);
  if (pid !== null && !mayServe(pid)) rmSync(join(pgData, 'postmaster.pid'), { force: true });
}

/** False only where it is certain that this process is no server of the swept directory. */
function mayServe(pid: number): boolean {
  if (!isPostgres(pid)) return false;
  try {
    readlinkSync(`/proc/${pid}/cwd`);
    return false;
  } catch {
    return true;
  }
}

type Find = (pgData: string) => number[];

async function signalAll(pgData: string, orphansOf: Find, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', patience: number): Promise<void> {
  for (const pid of orphansOf(pgData)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the look and the signal.
    }
  }
  for (let waited = 0; waited < patience && orphansOf(pgData).length > 0; waited += LOOK_MS) await sleep(LOOK_MS);
}

/** Every PostgreSQL process has the data directory as its working directory. */
function byWorkingDirectory(pgData: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/comm`, 'utf8').includes('postgres') && readlinkSync(`/proc/${pid}/cwd`) === pgData;
      } catch {
        return false;
      }
    });
}

/** For systems without /proc: the server that wrote the lock file; its other processes end with it. */
export function byLockFile(pgData: string): number[] {
  const pid = lockedBy(pgData);
  return pid !== null && isPostgres(pid) ? [pid] : [];
}

function lockedBy(pgData: string): number | null {
  try {
    const pid = Number(readFileSync(join(pgData, 'postmaster.pid'), 'utf8').split('\n')[0]);
    return Number.isInteger(pid) && pid > 0 ? pid : null;
  } catch {
    return null;
  }
}

const isPostgres = (pid: number): boolean => processState(pid)?.command.includes('postgres') ?? false;
