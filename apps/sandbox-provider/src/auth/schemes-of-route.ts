import { ALL_OPERATIONS } from '../openapi/all-operations.js';
import type { SecurityScheme } from '../operation/define-operation.js';
import type { FastifyRequest } from '../operation/fastify-types.js';

const BY_ROUTE = new Map(ALL_OPERATIONS.map((operation) => [`${operation.method} ${operation.path.replace(/\{(\w+)\}/g, ':$1')}`, operation]));

/** How this request may prove who sends it; null when anyone may send it. */
export function schemesOfRoute(request: FastifyRequest): readonly SecurityScheme[] | null {
  const route = request.routeOptions.url;
  if (route === '/openapi.json' || route === undefined) return null;
  return BY_ROUTE.get(`${request.method} ${route}`)?.security ?? ['bearer'];
}
