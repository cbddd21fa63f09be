/**
 * `in_use`: another live process has the data directory. `unreadable`: this user may not use it. `broken`: it is damaged or not ours.
 * `other_version`: another major version of PostgreSQL made it. `no_space`: the disk is full. `not_installed`: npm brought no PostgreSQL for
 * this platform. `port_taken`: the port asked for is another program's. `did_not_start`: anything else.
 */
export type EmbeddedPostgresProblem =
  'in_use' | 'unreadable' | 'broken' | 'other_version' | 'no_space' | 'not_installed' | 'port_taken' | 'did_not_start';

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
