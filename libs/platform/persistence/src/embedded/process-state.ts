import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/** What runs under a process id of this machine; null when nothing does (one that ended and was not waited for counts as nothing). */
export interface ProcessState {
  /** Differs between two processes that had the same id. */
  readonly started: string;
  readonly command: string;
}

export function processState(pid: number): ProcessState | null {
  return process.platform === 'linux' ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): ProcessState | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const end = stat.lastIndexOf(')');
    const fields = stat.slice(end + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return null;
    return { started: fields[19] ?? '', command: stat.slice(stat.indexOf('(') + 1, end) };
  } catch {
    return null;
  }
}

/** For systems without /proc. */
export function fromPs(pid: number): ProcessState | null {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,lstart=,comm=', '-p', String(pid)], { encoding: 'utf8' });
  const words = (stdout ?? '').trim().split(/\s+/);
  if (words.length < 7 || words[0]?.startsWith('Z')) return null;
  return { started: words.slice(1, 6).join(' '), command: words.slice(6).join(' ') };
}

/** Where process ids mean the same: a boot of a machine, and on Linux a namespace on it (a container has its own). */
export function processSpace(): string {
  if (process.platform !== 'linux') return hostname();
  return [hostname(), readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim(), readlinkSync('/proc/self/ns/pid')].join(' ');
}
