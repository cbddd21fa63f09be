import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { extract, type Entry } from 'tar-stream';
import { z } from 'zod';
import { ABOUT_ENTRY, aboutBackup, backedUpFiles, FILES_ENTRY, MOST_JSON_BYTES, type AboutBackup } from './backup-format.js';
import { BackupRefused } from './backup-refused.js';

export interface ArchiveReader {
  /** Comes first. What it throws ends the reading before anything else is read. */
  about(about: AboutBackup): void;
  folder(path: string): void;
  /** Takes the content to its end. */
  file(path: string, content: Readable): Promise<void>;
}

/** Reads a backup from front to end and checks the digest of every file, and that none is missing. Throws BackupRefused. */
export async function readArchive(file: string, reader: ArchiveReader): Promise<void> {
  const source = extract();
  const unpacked = pipeline(createReadStream(file), createGunzip(), source);
  unpacked.catch(() => undefined);
  try {
    await readEntries(file, source, reader);
    await unpacked;
  } catch (error) {
    source.destroy();
    throw explain(file, error);
  }
}

async function readEntries(file: string, source: AsyncIterable<Entry>, reader: ArchiveReader): Promise<void> {
  const found = new Map<string, string>();
  let first = true;
  let listed: Record<string, string> | null = null;
  for await (const entry of source) {
    const { name, type } = entry.header;
    if (first) reader.about(await readAbout(file, name, entry));
    else if (name === FILES_ENTRY) listed = (await readJson(file, entry, backedUpFiles)).files;
    else if (type === 'directory') {
      reader.folder(checkPath(file, name));
      entry.resume();
    } else if (type === 'file') {
      const hash = createHash('sha256');
      const content = entry as unknown as Readable;
      content.on('data', (chunk: Buffer) => hash.update(chunk));
      await reader.file(checkPath(file, name), content);
      found.set(name, hash.digest('hex'));
    } else throw damaged(file, `${name} is neither a file nor a folder`);
    first = false;
  }
  if (first) throw damaged(file, 'it is empty');
  if (!listed) throw damaged(file, 'its last part is missing');
  compare(file, found, listed);
}

function compare(file: string, found: ReadonlyMap<string, string>, listed: Readonly<Record<string, string>>): void {
  for (const [name, digest] of Object.entries(listed)) if (found.get(name) !== digest) throw damaged(file, `${name} is missing or altered`);
  for (const name of found.keys()) if (!(name in listed)) throw damaged(file, `${name} was added to it`);
}

async function readAbout(file: string, name: string, entry: Entry): Promise<AboutBackup> {
  if (name !== ABOUT_ENTRY) throw new BackupRefused(`${file} is no backup of Turnpike: it must begin with ${ABOUT_ENTRY}.`);
  return readJson(file, entry, aboutBackup);
}

async function readJson<S extends z.ZodType>(file: string, entry: Entry, schema: S): Promise<z.infer<S>> {
  if ((entry.header.size ?? 0) > MOST_JSON_BYTES) throw damaged(file, `${entry.header.name} is too large`);
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  const parsed = schema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
  if (!parsed.success) throw damaged(file, `${entry.header.name} is not understood: made by a newer build?`);
  return parsed.data;
}

/** A path leads into the folder it is unpacked in, and nowhere else. */
function checkPath(file: string, name: string): string {
  const parts = name.replace(/\/$/, '').split('/');
  if (parts.some((part) => part === '' || part === '.' || part === '..' || part.includes('\\')))
    throw damaged(file, `it holds the path ${name}`);
  return parts.join('/');
}

const damaged = (file: string, what: string): BackupRefused =>
  new BackupRefused(`${file} is cut short or damaged (${what}): nothing was restored from it. Use another backup.`);

function explain(file: string, error: unknown): unknown {
  if (error instanceof BackupRefused) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code === 'Z_DATA_ERROR' && /incorrect header/.test(message))
    return new BackupRefused(`${file} is no backup of Turnpike: it is not compressed.`);
  if (code.startsWith('Z_') || error instanceof SyntaxError || /end of data|Invalid tar/i.test(message)) return damaged(file, message);
  if (code === 'ENOENT' || code === 'EISDIR') return new BackupRefused(`${file} cannot be read: ${message}.`);
  return error;
}
