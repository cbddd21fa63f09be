import { classifyAddress } from './classify-address.js';
import type { AddressKind } from './special-blocks.js';

/**
 * What an allow rule can open. The rest stays shut whatever the rules say: metadata services give out the machine's own
 * credentials, and forms that wrap an IPv4 address would let a rule for one address open another.
 */
const OPENABLE: ReadonlySet<AddressKind> = new Set<AddressKind>([
  'loopback',
  'private',
  'shared',
  'link_local',
  'documentation',
  'benchmarking',
]);

/** Whether a connection to this address may be made; `listed` says that an allow rule names the destination. */
export function judgeAddress(address: string, listed: boolean): { allowed: boolean; kind: AddressKind } {
  const kind = classifyAddress(address);
  return { allowed: kind === 'public' || (listed && OPENABLE.has(kind)), kind };
}
