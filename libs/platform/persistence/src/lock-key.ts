import { createHash } from 'node:crypto';

/**
 * The advisory lock key of `kind:part/part…`, or of a text that is whole already, such as `pack:<owner>/<pack_id>`: the first 64 bits of
 * its SHA-256, as PostgreSQL reads a bigint. The SQL function `lock_key(text)` of the base migration gives the same number. Two texts that
 * meet in one key only wait for one another.
 */
export function lockKey(kind: string, ...parts: readonly string[]): string {
  const text = parts.length === 0 ? kind : `${kind}:${parts.join('/')}`;
  return createHash('sha256').update(text, 'utf8').digest().readBigInt64BE(0).toString();
}
