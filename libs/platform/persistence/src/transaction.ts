import type pg from 'pg';
import { runStatement } from './run-statement.js';
import type { Row, Statement } from './statement.js';

/** One open READ COMMITTED transaction. Dies with the callback that it was given to. */
export class Transaction {
  private readonly afterCommit: (() => void)[] = [];

  constructor(
    private readonly client: pg.PoolClient,
    readonly databaseName: string,
  ) {}

  query<T extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    return runStatement<T>(this.client, this.databaseName, statement, values);
  }

  /** Runs after the commit, in order; never after a rollback. Must not throw. */
  onCommit(work: () => void): void {
    this.afterCommit.push(work);
  }

  committed(): void {
    for (const work of this.afterCommit) work();
  }
}

export const onCommit = (tx: Transaction, work: () => void): void => tx.onCommit(work);
