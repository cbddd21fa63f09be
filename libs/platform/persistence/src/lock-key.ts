import { createHash } from 'node:crypto';

/**
 * The advisory lock key of a text such as `pack:<owner>/<pack_id>`: the first 64 bits of its SHA-256, as PostgreSQL reads a bigint.
 * The SQL function `lock_key(text)` of the base migration gives the same number.
 */
export const lockKey = (text: string): string => createHash('sha256').update(text, 'utf8').digest().readBigInt64BE(0).toString();
