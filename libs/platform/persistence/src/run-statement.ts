import type pg from 'pg';
import type { Row, Statement } from './statement.js';
import { isLostConnection, StoreUnavailable } from './store-unavailable.js';

interface Runs {
  query(config: pg.QueryConfig): Promise<pg.QueryResult>;
}

export async function runStatement<T extends Row>(
  on: Runs,
  database: string,
  statement: Statement,
  values: readonly unknown[],
): Promise<T[]> {
  const config = typeof statement === 'string' ? { text: statement } : { name: statement.name, text: statement.text };
  try {
    const result = await on.query(values.length === 0 && typeof statement === 'string' ? config : { ...config, values: [...values] });
    return (Array.isArray(result) ? [] : result.rows) as T[];
  } catch (error) {
    throw isLostConnection(error) ? new StoreUnavailable(database, error) : error;
  }
}
