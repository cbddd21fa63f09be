import type { JsonValue } from '@turnpike/kernel';
import { UnbuildableRequest } from './outgoing-request.js';

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The bytes of a Base64 text (RFC 4648, section 4: padded, no line breaks). Anything else is refused: Node would skip it in silence. */
export function decodeBase64(field: string, value: JsonValue | undefined): Uint8Array {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !BASE64.test(value))
    throw new UnbuildableRequest(field, 'is not Base64 (RFC 4648, padded)');
  return Buffer.from(value, 'base64');
}
