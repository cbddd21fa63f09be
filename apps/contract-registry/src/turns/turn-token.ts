import { createHash } from 'node:crypto';
import { newId, newSecret } from '@turnpike/kernel';

/** SHA-256 of a token, as it is stored. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A fresh turn: its id, its token of 256 random bits (given out once, never stored) and the token's hash. */
export function newTurn(): { turnId: string; token: string; hash: Buffer } {
  const token = newSecret('tt');
  return { turnId: newId('turn'), token, hash: hashToken(token) };
}
