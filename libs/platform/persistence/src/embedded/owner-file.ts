import { closeSync, openSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { processSpace, processState } from './process-state.js';

interface Owner {
  readonly pid: number;
  readonly started: string;
  readonly space: string;
  /** What that process is, for the one who is refused. */
  readonly note: string;
}

export interface Ownership {
  release(): void;
}

/** The owner touches its file this often; one that cannot be seen from here and has not for STALE_MS counts as gone. */
const BEAT_MS = 2_000;
const STALE_MS = 15_000;
const LOOK_MS = 250;
/** The lock is held for the time of reading and writing a small file. */
const LOCK_STALE_MS = 5_000;

const heldHere = new Set<string>();

/** Takes the data directory for this process. Throws `in_use` while a live process has it, this one included. */
export async function takeOwnership(dataDir: string, note: string): Promise<Ownership> {
  const file = join(dataDir, 'owner.json');
  if (heldHere.has(file)) throw inUse(dataDir, { pid: process.pid, note: 'this process' });
  heldHere.add(file);
  try {
    await claim(dataDir, file, note);
  } catch (error) {
    heldHere.delete(file);
    throw error;
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  beat.unref();
  return {
    release: () => {
      clearInterval(beat);
      if (heldHere.delete(file)) rmSync(file, { force: true });
    },
  };
}

async function claim(dataDir: string, file: string, note: string): Promise<void> {
  const self = { pid: process.pid, started: processState(process.pid)?.started ?? '', space: processSpace(), note };
  let firstSeen: number | undefined;
  for (;;) {
    const outcome = underLock(`${file}.lock`, () => {
      const owner = readOwner(file);
      const seen = owner && statSync(file).mtimeMs;
      if (!owner || !seen || isGone(owner, self.space, seen)) {
        writeFileSync(file, JSON.stringify(self), { mode: 0o600 });
        return 'taken' as const;
      }
      return { owner, seen };
    });
    if (outcome === 'taken') return;
    if (outcome !== 'locked') {
      firstSeen ??= outcome.seen;
      if (outcome.owner.space === self.space || outcome.seen > firstSeen) throw inUse(dataDir, outcome.owner);
    }
    await sleep(LOOK_MS);
  }
}

/** Decided by the process where it can be seen from here, else by its beat. */
function isGone(owner: Owner, here: string, beatAt: number): boolean {
  if (owner.space !== here) return Date.now() - beatAt > STALE_MS;
  return processState(owner.pid)?.started !== owner.started;
}

/** So that of two that find the same dead owner one takes it. A lock left by a kill in these microseconds is removed by its age. */
function underLock<T>(lock: string, work: () => T): T | 'locked' {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const age = Date.now() - (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > LOCK_STALE_MS) rmSync(lock, { force: true });
    return 'locked';
  }
  try {
    return work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function readOwner(file: string): Owner | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

function touch(file: string): void {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // The directory was removed under us; the server's own errors say so.
  }
}

const inUse = (dataDir: string, { pid, note }: Pick<Owner, 'pid' | 'note'>): EmbeddedPostgresError =>
  new EmbeddedPostgresError(
    'in_use',
    `${dataDir} is in use by process ${pid} (${note}): stop it, or choose another data directory with TURNPIKE_DATA_DIR.`,
  );
