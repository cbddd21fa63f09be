import { lookup } from 'node:dns/promises';
import type { EgressNotSent } from '../outcome.js';

/** All addresses of a name, best first. Rejects when the name has none. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** The machine's own resolver, in the order it prefers (which puts families without a route last). */
export const systemResolver: Resolver = async (host) => (await lookup(host, { all: true, verbatim: true })).map((entry) => entry.address);

/** A look-up cannot be cancelled; when it is too slow its answer is dropped. */
export async function resolveInTime(
  resolver: Resolver,
  host: string,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<readonly string[] | EgressNotSent> {
  const fail = (cause: EgressNotSent['cause'], detail: string): EgressNotSent => ({ outcome: 'not_sent', cause, detail });
  return new Promise((settle) => {
    const aborted = (): void => finish(fail('aborted', `aborted while resolving ${host}`));
    const timer = setTimeout(() => finish(fail('dns_timeout', `resolving ${host} took more than ${timeoutMs} ms`)), timeoutMs);
    const finish = (answer: readonly string[] | EgressNotSent): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
      settle(answer);
    };
    signal?.addEventListener('abort', aborted);
    resolver(host).then(
      (addresses) => finish(addresses.length > 0 ? addresses : fail('dns_failed', `${host} has no address`)),
      (error: unknown) => finish(fail('dns_failed', `${host}: ${error instanceof Error ? error.message : String(error)}`)),
    );
  });
}
