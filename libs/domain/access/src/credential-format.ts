import { sha256Hex } from '@turnpike/kernel';
import { base62, base62Width } from './base62.js';

/**
 * Bearer secrets carry their kind in front and a checksum behind: `tpk_<random><checksum>`. A secret scanner knows them
 * by the prefix, and one that was mistyped or cut is told `malformed` without a look-up.
 */
export const CREDENTIAL_KINDS = {
  api_key: { prefix: 'tpk', bytes: 16 },
  session: { prefix: 'tps', bytes: 32 },
  sign_in_code: { prefix: 'tpc', bytes: 16 },
} as const;

export type CredentialKind = keyof typeof CREDENTIAL_KINDS;

const CHECKSUM_DIGITS = 6;
const CHECKSUM_HEX = 8;

/** The first 32 bits of SHA-256 as 6 base62 digits: a typing mistake goes unseen once in four thousand million. */
const checksum = (body: string): string => base62(BigInt(`0x${sha256Hex(body).slice(0, CHECKSUM_HEX)}`), CHECKSUM_DIGITS);

/** Writes a secret. `random` must be exactly the kind's number of bytes, from a cryptographic source. */
export function formatCredential(kind: CredentialKind, random: Uint8Array): string {
  const { prefix, bytes } = CREDENTIAL_KINDS[kind];
  if (random.length !== bytes) throw new RangeError(`a ${kind} takes ${bytes} random bytes`);
  const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const body = `${prefix}_${base62(BigInt(`0x${hex}`), base62Width(bytes))}`;
  return `${body}${checksum(body)}`;
}

/** The kind of a well-formed secret, or null for one that was never issued in this form. */
export function credentialKind(text: string): CredentialKind | null {
  for (const kind of Object.keys(CREDENTIAL_KINDS) as CredentialKind[]) {
    const { prefix, bytes } = CREDENTIAL_KINDS[kind];
    const length = prefix.length + 1 + base62Width(bytes) + CHECKSUM_DIGITS;
    if (text.length !== length || !text.startsWith(`${prefix}_`)) continue;
    const body = text.slice(0, -CHECKSUM_DIGITS);
    return checksum(body) === text.slice(-CHECKSUM_DIGITS) ? kind : null;
  }
  return null;
}

const RECOGNISABLE = 8;

/** The first characters, enough to recognise a key by in a list; 104 of its random bits stay unsaid. */
export const recognisablePrefix = (secret: string): string => secret.slice(0, RECOGNISABLE);
