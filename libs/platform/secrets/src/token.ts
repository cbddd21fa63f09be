import { createHmac, timingSafeEqual } from 'node:crypto';
import type { TokenKey } from './key.js';

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

const mac = (key: TokenKey, text: string): Buffer => createHmac('sha256', key.key).update(text).digest();

/** `<key id>.<payload in base64url>.<HMAC-SHA-256 in base64url>`. */
export function signToken(key: TokenKey, claims: TokenClaims & Record<string, unknown>): string {
  const text = `${key.id}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  return `${text}.${mac(key, text).toString('base64url')}`;
}

/** Checks signature, audience and times, in constant time where it matters. */
export function verifyToken<T = Record<string, unknown>>(
  keys: readonly TokenKey[],
  token: string,
  expected: { readonly now: number; readonly audience: string },
): VerifiedToken<T> {
  const [id, payload, signature, ...rest] = token.split('.');
  if (!id || !payload || !signature || rest.length > 0) return { ok: false, reason: 'malformed' };
  const key = keys.find((each) => each.id === id);
  if (!key) return { ok: false, reason: 'unknown_key' };
  const given = Buffer.from(signature, 'base64url');
  const wanted = mac(key, `${id}.${payload}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return { ok: false, reason: 'bad_signature' };
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as T & TokenClaims;
  if (claims.aud !== expected.audience) return { ok: false, reason: 'wrong_audience' };
  if (claims.exp + SKEW_MS <= expected.now) return { ok: false, reason: 'expired' };
  if (claims.nbf !== undefined && claims.nbf - SKEW_MS > expected.now) return { ok: false, reason: 'not_yet' };
  return { ok: true, claims };
}
