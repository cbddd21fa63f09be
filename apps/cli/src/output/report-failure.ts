import { TransportFailure } from '@turnpike/sdk';

/** One clear line for what went wrong outside of any answer; gives the exit code. */
export function reportFailure(error: unknown): number {
  if (error instanceof TransportFailure) {
    process.stderr.write(`${error.message}\n  next: turnpike start, or name another address with --url (turnpike doctor says more)\n`);
    return 10;
  }
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 2;
}
