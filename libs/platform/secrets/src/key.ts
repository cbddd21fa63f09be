import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A symmetric key by its id; several may be known so that keys can be rotated. */
export interface TokenKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Uint8Array;
}

export const KEY_BYTES = 32;

export const randomKey = (id: string): TokenKey => ({ id, key: randomBytes(KEY_BYTES) });

/** Reads the master key of a data directory, or makes it at the first start. The file is readable by its owner only. */
export function loadOrCreateMasterKey(path: string): TokenKey {
  if (!existsSync(path)) {
    writeFileSync(path, `${randomBytes(6).toString('hex')}:${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
  }
  chmodSync(path, 0o600);
  const [id, encoded] = readFileSync(path, 'utf8').trim().split(':');
  const key = Buffer.from(encoded ?? '', 'base64');
  if (!id || key.length !== KEY_BYTES) throw new Error(`${path} is no master key: it must hold <id>:<32 bytes in base64>`);
  return { id, key };
}
