import pg from 'pg';
import { rowTypes } from './row-types.js';
import { runStatement } from './run-statement.js';
import type { Row, Statement } from './statement.js';
import { isLostConnection, StoreUnavailable } from './store-unavailable.js';
import { Transaction } from './transaction.js';

export interface DatabaseOptions {
  readonly url: string;
  /** The service's name: `application_name`, and who errors speak of. */
  readonly name: string;
  readonly maxConnections?: number;
}

const MAX_CONNECTIONS = 8;
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
const STATEMENT_MS = 15_000;

/** A service's own PostgreSQL database: a small pool that opens on demand and empties when idle. */
export class Database {
  readonly name: string;
  private readonly pool: pg.Pool;

  constructor({ url, name, maxConnections = MAX_CONNECTIONS }: DatabaseOptions) {
    this.name = name;
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: name,
      max: maxConnections,
      min: 0,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      types: rowTypes,
    });
    // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', () => undefined);
  }

  query<T extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    return runStatement<T>(this.pool, this.name, statement, values);
  }

  /** Runs `work` in one READ COMMITTED transaction: commits what it did when it returns, rolls all of it back when it throws. */
  async tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    const client = await this.connect();
    let broken = false;
    try {
      const tx = new Transaction(client, this.name);
      await client.query('begin');
      const value = await work(tx);
      await client.query('commit');
      tx.committed();
      return value;
    } catch (error) {
      broken = isLostConnection(error) || error instanceof StoreUnavailable;
      if (!broken) await client.query('rollback').catch(() => (broken = true));
      throw broken && !(error instanceof StoreUnavailable) && isLostConnection(error) ? new StoreUnavailable(this.name, error) : error;
    } finally {
      client.release(broken);
    }
  }

  /** Waits for what is running, then lets go of every connection. */
  close(): Promise<void> {
    return this.pool.end();
  }

  private async connect(): Promise<pg.PoolClient> {
    try {
      const client = await this.pool.connect();
      // A backend that dies while checked out emits; the statement under way rejects by itself.
      if (client.listenerCount('error') === 0) client.on('error', () => undefined);
      return client;
    } catch (error) {
      throw new StoreUnavailable(this.name, error);
    }
  }
}
