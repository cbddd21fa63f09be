import { timingSafeEqual } from 'node:crypto';
import type { SecurityScheme } from '../operation/define-operation.js';
import type { FastifyRequest } from '../operation/fastify-types.js';

const same = (given: string, wanted: string): boolean => {
  const [left, right] = [Buffer.from(given), Buffer.from(wanted)];
  return left.length === right.length && timingSafeEqual(left, right);
};

/** The user name that goes with the demo key as a password. */
const BASIC_USER = 'demo';

/** Whether the request carries the key in one of the ways that its operation takes. */
export function checkCredential(request: FastifyRequest, schemes: readonly SecurityScheme[], token: string): boolean {
  const authorization = request.headers.authorization ?? '';
  return schemes.some((scheme) => {
    if (scheme === 'bearer') return same(authorization, `Bearer ${token}`);
    if (scheme === 'basic') return same(authorization, `Basic ${Buffer.from(`${BASIC_USER}:${token}`).toString('base64')}`);
    return same(String(request.headers['x-sandbox-key'] ?? ''), token);
  });
}
