import pg from 'pg';
import { rowTypes } from './row-types.js';
import { runStatement } from './run-statement.js';
import type { Row, Statement } from './statement.js';
import { asStoreError, isLostConnection, StoreUnavailable } from './store-unavailable.js';
import { Transaction } from './transaction.js';

export interface DatabaseOptions {
  readonly url: string;
  /** The service's name: `application_name`, and who errors speak of. */
  readonly name: string;
  readonly maxConnections?: number;
  /** How many may wait for a free connection; the next is answered StoreUnavailable at once. */
  readonly maxWaiting?: number;
}

const MAX_CONNECTIONS = 8;
const MAX_WAITING = 1_000;
const CONNECT_MS = 5_000;
const IDLE_MS = 10_000;
const STATEMENT_MS = 15_000;
/** Longer than STATEMENT_MS, so that it meets only a server that no longer answers at all. */
const ANSWER_MS = 20_000;

/** A service's own PostgreSQL database: a small pool that opens on demand and empties when idle. */
export class Database {
  readonly name: string;
  private readonly pool: pg.Pool;
  private readonly maxWaiting: number;

  constructor({ url, name, maxConnections = MAX_CONNECTIONS, maxWaiting = MAX_WAITING }: DatabaseOptions) {
    this.name = name;
    this.maxWaiting = maxWaiting;
    this.pool = new pg.Pool({
      connectionString: url,
      application_name: name,
      max: maxConnections,
      min: 0,
      idleTimeoutMillis: IDLE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      statement_timeout: STATEMENT_MS,
      query_timeout: ANSWER_MS,
      keepAlive: true,
      types: rowTypes,
    });
    // A connection that breaks while idle is replaced at the next use; without a listener it would end the process.
    this.pool.on('error', () => undefined);
    // One that breaks while in use emits too; the statement under way rejects by itself.
    this.pool.on('connect', (client) => client.on('error', () => undefined));
  }

  /** Runs one statement by itself. Throws StoreUnavailable when the database does not answer, else what PostgreSQL said. */
  async query<T extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    this.refuseWhenCrowded();
    return runStatement<T>(this.pool, this.name, statement, values);
  }

  /**
   * Runs `work` in one READ COMMITTED transaction: commits what it did when it returns, rolls all of it back when it throws. `answerMs` is
   * how long to wait for each answer, for work that lifts the statement's own limit (15 s).
   */
  async tx<T>(work: (tx: Transaction) => Promise<T>, answerMs?: number): Promise<T> {
    const client = await this.connect();
    const tx = new Transaction(client, this.name, answerMs);
    let broken = false;
    let value: T;
    try {
      await client.query('begin isolation level read committed');
      value = await work(tx);
      tx.end();
      await commit(client);
    } catch (error) {
      tx.end();
      broken = isLostConnection(error) || error instanceof StoreUnavailable;
      if (!broken) await client.query('rollback').catch(() => (broken = true));
      throw asStoreError(this.name, error);
    } finally {
      client.release(broken);
    }
    tx.committed();
    return value;
  }

  /** Waits for what is running, then lets go of every connection. */
  close(): Promise<void> {
    return this.pool.end();
  }

  private async connect(): Promise<pg.PoolClient> {
    this.refuseWhenCrowded();
    try {
      return await this.pool.connect();
    } catch (error) {
      throw new StoreUnavailable(this.name, error);
    }
  }

  private refuseWhenCrowded(): void {
    if (this.pool.waitingCount >= this.maxWaiting) throw new StoreUnavailable(this.name, 'too many wait for a connection');
  }
}

/** PostgreSQL answers the commit of a transaction in which a statement failed with a rollback, and no error. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('commit');
  if (command !== 'COMMIT') throw new Error('the transaction was rolled back: a statement in it had failed, and that error was swallowed');
}
