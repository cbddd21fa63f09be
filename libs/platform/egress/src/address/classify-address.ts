import { parseAddress, type AddressBytes } from './parse-address.js';
import { SPECIAL_V4, SPECIAL_V6, type AddressKind } from './special-blocks.js';

interface Block {
  readonly bytes: AddressBytes;
  readonly bits: number;
  readonly kind: AddressKind;
}

const compile = (table: readonly (readonly [string, AddressKind])[]): readonly Block[] =>
  table.map(([block, kind]) => {
    const [address = '', bits = ''] = block.split('/');
    const bytes = parseAddress(address);
    if (bytes === null) throw new Error(`not an address block: ${block}`);
    return { bytes, bits: Number(bits), kind };
  });

const V4 = compile(SPECIAL_V4);
const V6 = compile(SPECIAL_V6);

function within(address: AddressBytes, block: Block): boolean {
  for (let bit = 0; bit < block.bits; bit += 8) {
    const left = Math.min(8, block.bits - bit);
    const mask = (0xff << (8 - left)) & 0xff;
    const at = bit / 8;
    if (((address[at] ?? 0) & mask) !== ((block.bytes[at] ?? 0) & mask)) return false;
  }
  return true;
}

/** The kind of one address. Pure; anything that is not plainly one address is `invalid`. */
export function classifyAddress(text: string): AddressKind {
  const bytes = parseAddress(text);
  if (bytes === null) return 'invalid';
  const blocks = bytes.length === 4 ? V4 : V6;
  return blocks.find((block) => within(bytes, block))?.kind ?? 'public';
}
