import { createHmac, timingSafeEqual } from 'node:crypto';
import { checkKey, type TokenKey } from './key.js';

/** What every signed token says besides its own claims. Times are milliseconds since the epoch. */
export interface TokenClaims {
  readonly aud: string;
  readonly exp: number;
  readonly nbf?: number;
}

export type VerifiedToken<T> =
  | { readonly ok: true; readonly claims: T & TokenClaims }
  | { readonly ok: false; readonly reason: 'malformed' | 'unknown_key' | 'bad_signature' | 'wrong_audience' | 'expired' | 'not_yet' };

/** Clocks of two machines may differ by this much. */
const SKEW_MS = 5_000;
/** Longer than any token that is signed here; a header of a stranger is not hashed beyond it. */
export const MOST_TOKEN_CHARACTERS = 16_384;

const mac = (key: TokenKey, text: string): Buffer => Buffer.from(createHmac('sha256', key.key).update(text).digest('base64url'));

/** `<key id>.<payload in base64url>.<HMAC-SHA-256 in base64url>`, at most 16,384 characters. Throws TypeError on a key that is none. */
export function signToken(key: TokenKey, claims: TokenClaims & Record<string, unknown>): string {
  checkKey(key);
  const text = `${key.id}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const token = `${text}.${mac(key, text).toString()}`;
  if (token.length > MOST_TOKEN_CHARACTERS) throw new RangeError(`a token of ${token.length} characters is longer than any reader takes`);
  return token;
}

/** Checks signature (in constant time), audience and times. A token has one spelling only: no other text verifies as the same one. */
export function verifyToken<T = Record<string, unknown>>(
  keys: readonly TokenKey[],
  token: string,
  expected: { readonly now: number; readonly audience: string },
): VerifiedToken<T> {
  if (token.length > MOST_TOKEN_CHARACTERS) return { ok: false, reason: 'malformed' };
  const [id, payload, signature, ...rest] = token.split('.');
  if (!id || !payload || !signature || rest.length > 0) return { ok: false, reason: 'malformed' };
  const key = keys.find((each) => each.id === id);
  if (!key) return { ok: false, reason: 'unknown_key' };
  const given = Buffer.from(signature);
  const wanted = mac(key, `${id}.${payload}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { ok: false, reason: 'bad_signature' };
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as T & TokenClaims;
  // Signed by us and yet without an end: it would never expire.
  if (typeof claims.exp !== 'number') return { ok: false, reason: 'malformed' };
  if (claims.aud !== expected.audience) return { ok: false, reason: 'wrong_audience' };
  if (claims.exp + SKEW_MS <= expected.now) return { ok: false, reason: 'expired' };
  if (claims.nbf !== undefined && claims.nbf - SKEW_MS > expected.now) return { ok: false, reason: 'not_yet' };
  return { ok: true, claims };
}
