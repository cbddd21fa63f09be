import { copyFileSync, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { shippedPostgresVersion, takeOwnership } from '@turnpike/platform-persistence';
import { loadMasterKey, loadOrCreateMasterKey } from '@turnpike/platform-secrets';
import { CLUSTER_FOLDER, PASSWORD_ENTRY, type AboutBackup } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';
import { checkFit } from './check-fit.js';
import { readArchive } from './read-archive.js';
import { UNFINISHED } from './refuse-half-restored.js';
import { settleRestored, type Settled } from './settle-restored.js';

export interface RestoreWish {
  readonly file: string;
  readonly dataDir: string;
  /** The master key that belongs to the backup; null to do without, and to connect every provider anew. */
  readonly keyFile: string | null;
}

export interface Restored extends Settled {
  readonly dataDir: string;
  readonly about: AboutBackup;
}

/**
 * Makes a data directory from a backup. It must be absent or empty; what a restore that was cut short left there is begun anew. Nothing of it
 * can be started before all of it was unpacked, checked, recovered and settled.
 */
export async function restore({ file, dataDir, keyFile }: RestoreWish): Promise<Restored> {
  const to = resolve(dataDir);
  mkdirSync(to, { recursive: true, mode: 0o700 });
  const ownership = await takeOwnership(to, 'turnpike restore');
  try {
    refuseUnlessEmpty(to);
    const unfinished = join(to, UNFINISHED);
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished, { mode: 0o700 });
    const about = await unpack(file, keyFile, unfinished).catch((error: unknown) => {
      rmSync(unfinished, { recursive: true, force: true });
      throw error;
    });
    const settled = await settleRestored({ cluster: join(unfinished, 'postgres'), about, keyLost: keyFile === null });
    putKey(keyFile, join(to, 'master.key'));
    renameSync(join(unfinished, 'postgres'), join(to, 'postgres'));
    rmSync(unfinished, { recursive: true, force: true });
    return { dataDir: to, about, ...settled };
  } finally {
    ownership.release();
  }
}

function refuseUnlessEmpty(dataDir: string): void {
  const passing = [UNFINISHED, 'owner.json', 'owner.json.lock'];
  // The key is put in place last but one; a restore that was cut there is begun anew.
  if (existsSync(join(dataDir, UNFINISHED)) && !existsSync(join(dataDir, 'postgres'))) passing.push('master.key');
  const there = readdirSync(dataDir).filter((name) => !passing.includes(name));
  if (there.length > 0)
    throw new BackupRefused(
      `${dataDir} is not empty (${there.slice(0, 3).join(', ')}): restore into a new directory, and name it with --data-dir.`,
    );
}

async function unpack(file: string, keyFile: string | null, unfinished: string): Promise<AboutBackup> {
  const target = join(unfinished, 'postgres');
  mkdirSync(target, { mode: 0o700 });
  let about: AboutBackup | undefined;
  await readArchive(file, {
    about: (found) => {
      checkFit(file, found, shippedPostgresVersion(import.meta.url));
      if (keyFile !== null) checkKey(keyFile, found);
      about = found;
    },
    folder: (path) => void mkdirSync(join(target, inCluster(path)), { recursive: true, mode: 0o700 }),
    file: async (path, content) => {
      const place = join(target, inCluster(path));
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(place, { flags: 'wx', mode: 0o600 }));
    },
  });
  if (!about) throw new Error('a backup was read without what it is');
  return about;
}

function inCluster(path: string): string {
  if (path === PASSWORD_ENTRY || path === CLUSTER_FOLDER || path.startsWith(`${CLUSTER_FOLDER}/`)) return path;
  throw new BackupRefused(`The backup holds ${path}, which this build does not know: restore it with the build that made it.`);
}

function checkKey(keyFile: string, { key_id: wanted }: AboutBackup): void {
  if (!existsSync(keyFile)) throw new BackupRefused(`There is no key at ${keyFile}.`);
  const { id } = loadMasterKey(keyFile);
  if (id !== wanted)
    throw new BackupRefused(
      `${keyFile} holds the key ${id}; the credentials in this backup were sealed with ${wanted}. Name that key, or restore with --without-key and connect the providers anew.`,
    );
}

function putKey(keyFile: string | null, place: string): void {
  rmSync(place, { force: true });
  if (keyFile !== null) copyFileSync(keyFile, place);
  loadOrCreateMasterKey(place);
}
