/** The database did not answer: no connection, a lost one, a shutdown, or no free connection in time. Nothing is known of the statement. */
export class StoreUnavailable extends Error {
  constructor(database: string, cause: unknown) {
    super(`the database of ${database} does not answer: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.name = 'StoreUnavailable';
  }
}

/**
 * SQLSTATE classes 08 (connection), 28 (sign-in refused), 3D (no such database), 57P (shutdown) and 53300 (too many connections), and the
 * socket's own errors.
 */
const LOST = /^(08...|28...|3D...|57P\d\d|53300|ECONN\w+|EPIPE|ENOTFOUND|EAI_AGAIN|E(HOST|NET)UNREACH|EMFILE|ETIMEDOUT)$/;
/** What the driver says without a code. */
const LOST_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end/;

export function isLostConnection(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, syscall, severity } = error as { code?: unknown; message?: unknown; syscall?: unknown; severity?: unknown };
  // PostgreSQL ends the session after either, whatever the reason.
  if (severity === 'FATAL' || severity === 'PANIC') return true;
  // The socket of a server that is gone.
  if (code === 'ENOENT' && syscall === 'connect') return true;
  return (typeof code === 'string' && LOST.test(code)) || (typeof message === 'string' && LOST_MESSAGES.test(message));
}

/** An error of the driver as callers see it. */
export const asStoreError = (database: string, error: unknown): unknown =>
  isLostConnection(error) ? new StoreUnavailable(database, error) : error;
