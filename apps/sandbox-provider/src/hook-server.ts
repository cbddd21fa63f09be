import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { checkCredential } from './auth/check-credential.js';
import { schemesOfRoute } from './auth/schemes-of-route.js';
import { faultAfter, faultBefore } from './faults/carry-out-fault.js';
import { OrderedFaults } from './faults/ordered-faults.js';
import { readFault, type Fault } from './faults/read-fault.js';
import type { FastifyRequest } from './operation/fastify-types.js';
import { SandboxProblem } from './operation/problem.js';
import { RecordedRequests } from './recording/recorded-requests.js';
import { recordRequest } from './recording/record-request.js';

const isControl = (request: FastifyRequest): boolean => request.url.startsWith('/sandbox/');

/** What comes before and after each route, in order: record, let in, break what was asked to break. */
export function hookServer(app: NestFastifyApplication, token: string): void {
  const server = app.getHttpAdapter().getInstance();
  const recorded = app.get(RecordedRequests);
  const ordered = app.get(OrderedFaults);
  const faults = new WeakMap<object, Fault>();

  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: unknown) => body);
  server.addHook('preParsing', async (request, _reply, payload) => (isControl(request) ? payload : recordRequest(recorded, request, payload)));
  server.addHook('preValidation', async (request, reply) => {
    const schemes = schemesOfRoute(request);
    if (schemes !== null && !checkCredential(request, schemes, token)) {
      return reply.status(401).header('www-authenticate', 'Bearer').send(new SandboxProblem(401, 'unauthenticated', 'no key, or not the right one').body());
    }
  });
  server.addHook('preHandler', async (request, reply) => {
    if (isControl(request)) return;
    const asked = askedFault(request) ?? ordered.take(`${request.method} ${request.routeOptions.url ?? ''}`);
    if (asked === null) return;
    const fault = readFault(asked);
    faults.set(request, fault);
    if (await faultBefore(fault, reply)) return reply;
  });
  server.addHook('onSend', async (request, reply, payload) => {
    const fault = faults.get(request);
    if (fault !== undefined) await faultAfter(fault, reply, payload);
    return payload;
  });
}

function askedFault(request: FastifyRequest): string | null {
  const asked = request.headers['x-sandbox-fault'] ?? (request.query as Record<string, unknown>)['x-sandbox-fault'];
  return typeof asked === 'string' ? asked : null;
}
