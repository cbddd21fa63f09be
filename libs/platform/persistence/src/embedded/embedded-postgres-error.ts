export type EmbeddedPostgresProblem = 'in_use' | 'unreadable' | 'other_version' | 'not_installed' | 'did_not_start';

/** Why the shipped PostgreSQL does not run, in one line a tired person can act on. */
export class EmbeddedPostgresError extends Error {
  constructor(
    readonly code: EmbeddedPostgresProblem,
    message: string,
  ) {
    super(message);
    this.name = 'EmbeddedPostgresError';
  }
}
