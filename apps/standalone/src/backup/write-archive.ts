import { createHash, type Hash } from 'node:crypto';
import { closeSync, createWriteStream, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { extract, pack, type Pack } from 'tar-stream';
import { ABOUT_ENTRY, CLUSTER_FOLDER, FILES_ENTRY, PASSWORD_ENTRY, type AboutBackup } from './backup-format.js';

/** Level 1: most of what can be gained, at a sixth of the time. */
const LEVEL = 1;

export interface ArchiveContent {
  readonly about: AboutBackup;
  readonly password: string;
  /** The cluster as PostgreSQL's tar archive. */
  readonly cluster: Readable;
}

/** Writes an archive that is there whole, on the disk, or not at all. Answers how many files it holds. */
export async function writeArchive(file: string, content: ArchiveContent): Promise<number> {
  const beside = `${file}.part`;
  const archive = pack();
  const write = fill(archive, content).catch((error: unknown) => {
    archive.destroy(error as Error);
    throw error;
  });
  try {
    const written = pipeline(archive, createGzip({ level: LEVEL }), createWriteStream(beside, { flags: 'wx', mode: 0o600, flush: true }));
    const [files] = await Promise.all([write, written]);
    renameSync(beside, file);
    syncFolder(dirname(file));
    return files;
  } catch (error) {
    content.cluster.destroy();
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') rmSync(beside, { force: true });
    throw error;
  }
}

async function fill(archive: Pack, { about, password, cluster }: ArchiveContent): Promise<number> {
  const files: Record<string, string> = {};
  addText(archive, ABOUT_ENTRY, JSON.stringify(about, null, 2));
  files[PASSWORD_ENTRY] = addText(archive, PASSWORD_ENTRY, password);
  const source = extract();
  const read = pipeline(cluster, source);
  // Its failure is that of the loop below.
  read.catch(() => undefined);
  for await (const entry of source) {
    const { name, size = 0, type } = entry.header;
    const path = `${CLUSTER_FOLDER}/${name.replace(/^\.\//, '')}`;
    if (type === 'directory') {
      archive.entry({ name: path, type, mode: 0o700 }).end();
      entry.resume();
    } else if (type === 'file') {
      const hash = createHash('sha256');
      await pipeline(entry as unknown as Readable, hashing(hash), archive.entry({ name: path, size, mode: 0o600 }) as never);
      files[path] = hash.digest('hex');
    } else throw new Error(`the cluster holds ${name}, a ${type ?? 'thing'} that is not backed up`);
  }
  await read;
  addText(archive, FILES_ENTRY, JSON.stringify({ files }));
  archive.finalize();
  return Object.keys(files).length;
}

/** Hashes what passes. */
function hashing(hash: Hash): PassThrough {
  const through = new PassThrough();
  through.on('data', (chunk: Buffer) => hash.update(chunk));
  return through;
}

function addText(archive: Pack, name: string, text: string): string {
  archive.entry({ name, mode: 0o600 }, text);
  return createHash('sha256').update(text).digest('hex');
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}
