import { isIPv4, isIPv6 } from 'node:net';

/** An address as bytes: 4 for IPv4, 16 for IPv6. */
export type AddressBytes = readonly number[];

/** Null for anything that is not one whole address in the ordinary written form (so: no `0x7f.1`, no `127.1`, no zone). */
export function parseAddress(text: string): AddressBytes | null {
  if (isIPv4(text)) return text.split('.').map(Number);
  if (!isIPv6(text) || text.includes('%')) return null;
  return bytesOfV6(text);
}

/** `::` stands for as many zero groups as are missing; the last two groups may be written as an IPv4 address. */
function bytesOfV6(text: string): AddressBytes {
  const [head = '', tail] = text.split('::');
  const before = groupBytes(head);
  if (tail === undefined) return before;
  const after = groupBytes(tail);
  const zeros = new Array<number>(16 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

function groupBytes(part: string): number[] {
  if (part === '') return [];
  return part.split(':').flatMap((group) => {
    if (group.includes('.')) return group.split('.').map(Number);
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
}
