import { hkdfSync } from 'node:crypto';
import { KEY_BYTES, type TokenKey } from './key.js';

/** A key for one purpose from a master key (HKDF-SHA-256), so that one stored secret serves sealing, credentials and admissions apart. */
export const deriveKey = (master: TokenKey, purpose: string): TokenKey => ({
  id: master.id,
  key: new Uint8Array(hkdfSync('sha256', master.key, new Uint8Array(0), `turnpike:${purpose}`, KEY_BYTES)),
});
