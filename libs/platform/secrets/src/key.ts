import { randomBytes } from 'node:crypto';
import { chmodSync, closeSync, existsSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';

/** A symmetric key by its id; several may be known so that keys can be rotated. */
export interface TokenKey {
  /** Letters, digits, `_` and `-`, at most 64. */
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export const KEY_BYTES = 32;
const KEY_ID = /^[\w-]{1,64}$/;

export const randomKey = (id: string): TokenKey => ({ id, key: randomBytes(KEY_BYTES) });

/** Throws on a key that would make tokens or sealed secrets that cannot be read back, or weak ones. */
export function checkKey({ id, key }: TokenKey): void {
  if (!KEY_ID.test(id)) throw new TypeError(`a key id is 1 to 64 letters, digits, _ and -, not ${JSON.stringify(id)}`);
  if (key.length !== KEY_BYTES) throw new TypeError(`the key ${id} has ${key.length} bytes, not ${KEY_BYTES}`);
}

/**
 * Reads the master key of a data directory, or makes it at the first start, whole on the disk before it is used: what is sealed with it
 * opens with nothing else. The file is readable by its owner only. Of several that start together all answer the same key.
 */
export function loadOrCreateMasterKey(path: string): TokenKey {
  if (!existsSync(path)) create(path);
  chmodSync(path, 0o600);
  return loadMasterKey(path);
}

/** Reads a master key that must be there, and changes nothing. */
export function loadMasterKey(path: string): TokenKey {
  const [id = '', encoded = ''] = readFileSync(path, 'utf8').trim().split(':');
  const key = Buffer.from(encoded, 'base64');
  if (!KEY_ID.test(id) || key.length !== KEY_BYTES) throw new Error(`${path} is no master key: it must hold <id>:<32 bytes in base64>`);
  return { id, key };
}

function create(path: string): void {
  const beside = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(beside, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(6).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    linkSync(beside, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(beside);
  }
}
