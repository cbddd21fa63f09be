/** The database did not answer: no connection, a lost one, a shutdown, or no free connection in time. Nothing is known of the statement. */
export class StoreUnavailable extends Error {
  constructor(database: string, cause: unknown) {
    super(`the database of ${database} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StoreUnavailable';
  }
}

/** SQLSTATE classes 08 (connection), 57P (shutdown) and 53300 (too many connections), and the driver's own socket errors. */
const LOST = /^(08...|57P0[123]|53300|ECONN\w+|EPIPE|ENOTFOUND|ETIMEDOUT)$/;
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end/;

export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message } = error as { code?: unknown; message?: unknown };
  return (typeof code === 'string' && LOST.test(code)) || (typeof message === 'string' && LOST_MESSAGES.test(message));
}
