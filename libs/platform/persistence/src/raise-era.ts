import type { Database } from './database.js';
import type { Transaction } from './transaction.js';

/** For the restore command: a restored database never gives out a version number twice. Answers the new era. */
export async function raiseEra(db: Database | Transaction): Promise<number> {
  const [row] = await db.query<{ era: number }>('update era set era = era + 1 returning era');
  if (!row) throw new Error('the era row is missing');
  return row.era;
}
