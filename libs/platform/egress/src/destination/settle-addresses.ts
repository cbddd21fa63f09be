import { judgeAddress } from '../address/judge-address.js';
import { FIXED_LIMITS } from '../limits.js';
import type { EgressNotSent, EgressRefused } from '../outcome.js';
import { isListed, type AllowRule } from './allow-rule.js';
import type { Destination } from './read-destination.js';
import { resolveInTime, type Resolver } from './resolve-in-time.js';

/**
 * The addresses this call may connect to. The name is resolved here, once, and whoever connects uses these addresses and
 * never the name: a second look-up could answer something else (DNS rebinding). One address that is not allowed refuses
 * the whole answer, since a name that mixes public and private addresses has no honest use here.
 */
export async function settleAddresses(
  destination: Destination,
  allow: readonly AllowRule[],
  resolver: Resolver,
  timeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | EgressRefused | EgressNotSent> {
  const found = destination.literal ? [destination.host] : await resolveInTime(resolver, destination.host, timeoutMs, signal);
  if ('outcome' in found) return found;
  const listed = isListed(allow, destination);
  for (const address of found) {
    const { allowed, kind } = judgeAddress(address, listed);
    if (!allowed) {
      const detail = `${destination.host}:${destination.port} is at a ${kind} address`;
      return { outcome: 'refused', reason: 'address_not_allowed', detail, address };
    }
  }
  return found.slice(0, FIXED_LIMITS.addressesTried);
}
