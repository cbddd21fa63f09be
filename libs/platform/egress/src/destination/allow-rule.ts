import { isIPv6 } from 'node:net';
import { parseAddress } from '../address/parse-address.js';
import type { Destination } from './read-destination.js';

/** `host:port`, an IPv6 address in brackets: a destination that may be private. The host as the URL names it, no wildcard. */
export type AllowRule = string;

/** Whether a rule names this very host and port. A rule for an address does not open a name that resolves to it. */
export const isListed = (rules: readonly AllowRule[], destination: Destination): boolean =>
  rules.some((rule) => {
    const read = /^(?:\[([^\]]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(rule.trim().toLowerCase());
    if (read === null || Number(read[3]) !== destination.port) return false;
    return sameHost(read[1] ?? read[2] ?? '', destination.host);
  });

function sameHost(left: string, right: string): boolean {
  if (left === right) return true;
  return isIPv6(left) && isIPv6(right) && String(parseAddress(left)) === String(parseAddress(right));
}
