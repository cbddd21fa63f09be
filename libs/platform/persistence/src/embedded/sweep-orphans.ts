import { readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Signals in order of force, each with the time it is given. */
const STEPS = [
  ['SIGINT', 5_000],
  ['SIGQUIT', 3_000],
  ['SIGKILL', 2_000],
] as const;
const LOOK_MS = 50;

/**
 * Ends what a killed predecessor left running on this data directory (every PostgreSQL process has it as its working directory), then
 * removes the lock file. The caller has made sure that no live process owns the directory.
 */
export async function sweepOrphans(pgData: string): Promise<void> {
  if (process.platform === 'linux') {
    for (const [signal, patience] of STEPS) {
      if (orphansOf(pgData).length === 0) break;
      await signalAll(pgData, signal, patience);
    }
    if (orphansOf(pgData).length > 0) return;
  }
  rmSync(join(pgData, 'postmaster.pid'), { force: true });
}

async function signalAll(pgData: string, signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL', patience: number): Promise<void> {
  for (const pid of orphansOf(pgData)) {
    try {
      process.kill(pid, signal);
    } catch {
      // It ended between the look and the signal.
    }
  }
  for (let waited = 0; waited < patience && orphansOf(pgData).length > 0; waited += LOOK_MS) await sleep(LOOK_MS);
}

function orphansOf(pgData: string): number[] {
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
