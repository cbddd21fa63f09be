import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { canonicalJson } from '@turnpike/kernel';
import { checkKey, KEY_BYTES, type TokenKey } from './key.js';

/** A sealed secret as text: `v1.<key id>.<wrapped data key>.<ciphertext>`, each part nonce, tag and bytes in base64url. */
export type SealedSecret = string;

/** The secret cannot be opened: its key is not known here, or it was altered or moved to another place. */
export class CannotOpen extends Error {
  constructor(readonly reason: 'unknown_key' | 'altered' | 'malformed') {
    super(`the sealed secret cannot be opened: ${reason}`);
    this.name = 'CannotOpen';
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Envelope encryption with AES-256-GCM: a data key for each secret, wrapped by a master key with an id. The associated texts (workspace,
 * connection) are bound to both, so that a sealed secret copied to another row does not open.
 */
export class SecretBox {
  private readonly active: TokenKey;

  constructor(
    private readonly keys: readonly TokenKey[],
    activeId: string,
  ) {
    keys.forEach(checkKey);
    const active = keys.find(({ id }) => id === activeId);
    if (!active) throw new Error(`no key has the id ${activeId}`);
    this.active = active;
  }

  seal(plain: string, associated: readonly string[]): SealedSecret {
    const dataKey = randomBytes(KEY_BYTES);
    const bound = bindings(this.active.id, associated);
    return ['v1', this.active.id, encrypt(this.active.key, dataKey, bound), encrypt(dataKey, Buffer.from(plain, 'utf8'), bound)].join('.');
  }

  open(sealed: SealedSecret, associated: readonly string[]): string {
    const [form, id, wrapped, ciphertext, ...rest] = sealed.split('.');
    if (form !== 'v1' || !id || !wrapped || !ciphertext || rest.length > 0) throw new CannotOpen('malformed');
    const key = this.keys.find((each) => each.id === id);
    if (!key) throw new CannotOpen('unknown_key');
    const bound = bindings(id, associated);
    return decrypt(decrypt(key.key, wrapped, bound), ciphertext, bound).toString('utf8');
  }
}

const bindings = (keyId: string, associated: readonly string[]): Buffer => Buffer.from(canonicalJson(['v1', keyId, ...associated]), 'utf8');

function encrypt(key: Uint8Array, plain: Uint8Array, bound: Buffer): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  cipher.setAAD(bound);
  const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64url');
}

function decrypt(key: Uint8Array, text: string, bound: Buffer): Buffer {
  const packed = Buffer.from(text, 'base64url');
  if (packed.length < NONCE_BYTES + TAG_BYTES) throw new CannotOpen('malformed');
  const decipher = createDecipheriv('aes-256-gcm', key, packed.subarray(0, NONCE_BYTES));
  decipher.setAAD(bound);
  decipher.setAuthTag(packed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(packed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    throw new CannotOpen('altered');
  }
}
