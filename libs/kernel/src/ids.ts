import { randomBytes } from 'node:crypto';
import { uuidv7 } from 'uuidv7';

/** A row id: a typed prefix and a UUIDv7 as 32 hex digits, so that ids sort by time: `ws_0199…`. */
export const newId = <P extends string>(prefix: P): `${P}_${string}` => `${prefix}_${uuidv7().replaceAll('-', '')}`;

/** A bearer secret: a typed prefix and `bits` random bits in base64url. Never stored in the clear. */
export const newSecret = <P extends string>(prefix: P, bits = 256): `${P}_${string}` =>
  `${prefix}_${randomBytes(bits / 8).toString('base64url')}`;
