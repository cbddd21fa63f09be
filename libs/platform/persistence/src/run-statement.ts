import type pg from 'pg';
import type { Row, Statement } from './statement.js';
import { asStoreError } from './store-unavailable.js';

/** The driver honours a limit for one statement; its types leave it out. */
interface Runs {
  query(config: pg.QueryConfig & { query_timeout?: number }): Promise<pg.QueryResult>;
}

/** Runs one statement and answers its rows. Text without values may hold several statements, and answers no rows then. */
export async function runStatement<T extends Row>(
  on: Runs,
  database: string,
  statement: Statement,
  values: readonly unknown[],
  answerMs?: number,
): Promise<T[]> {
  const named = typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
  // Values, even none, make the driver use the extended protocol, which holds one statement only.
  const config = values.length === 0 && typeof statement === 'string' ? named : { ...named, values: [...values] };
  try {
    const result = await on.query(answerMs === undefined ? config : { ...config, query_timeout: answerMs });
    return (Array.isArray(result) ? [] : result.rows) as T[];
  } catch (error) {
    throw asStoreError(database, error);
  }
}
