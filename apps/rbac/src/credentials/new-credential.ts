import { createHash, randomBytes } from 'node:crypto';
import { CREDENTIAL_KINDS, formatCredential, type CredentialKind } from '@turnpike/domain-access';

/** What is stored of a bearer secret. A plain SHA-256 is enough: the secret has 128 random bits or more, nobody guesses it. */
export const hashCredential = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A fresh secret, shown once, and its hash. */
export function newCredential(kind: CredentialKind): { readonly secret: string; readonly hash: Buffer } {
  const secret = formatCredential(kind, randomBytes(CREDENTIAL_KINDS[kind].bytes));
  return { secret, hash: hashCredential(secret) };
}
