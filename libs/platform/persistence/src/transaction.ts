import type pg from 'pg';
import { runStatement } from './run-statement.js';
import type { Row, Statement } from './statement.js';

/** One open READ COMMITTED transaction. Dies with the callback that it was given to. */
export class Transaction {
  private readonly afterCommit: (() => void)[] = [];
  private ended = false;

  constructor(
    private readonly client: pg.PoolClient,
    readonly databaseName: string,
    private readonly answerMs?: number,
  ) {}

  query<T extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    // The connection may by then be in someone else's transaction.
    if (this.ended)
      return Promise.reject(new Error(`a statement came after its transaction on the database of ${this.databaseName} ended`));
    return runStatement<T>(this.client, this.databaseName, statement, values, this.answerMs);
  }

  /** Runs after the commit, in order; never after a rollback. Must not throw. */
  onCommit(work: () => void): void {
    this.afterCommit.push(work);
  }

  /** No statement is taken from here on. */
  end(): void {
    this.ended = true;
  }

  /** A callback that throws is reported as a warning: what was committed stays committed, and its caller must hear so. */
  committed(): void {
    for (const work of this.afterCommit) {
      try {
        work();
      } catch (error) {
        process.emitWarning(error instanceof Error ? error : new Error(String(error)));
      }
    }
  }
}

export const onCommit = (tx: Transaction, work: () => void): void => tx.onCommit(work);
