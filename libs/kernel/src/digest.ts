import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';

/** SHA-256 as lower-case hex. */
export const sha256Hex = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

/** `sha256:<hex>` over the canonical JSON (RFC 8785) of a value: how contracts and parameters are named by content. */
export const contentDigest = (value: unknown): string => `sha256:${sha256Hex(canonicalJson(value))}`;
