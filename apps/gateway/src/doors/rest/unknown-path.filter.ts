import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RestDoor } from './rest-door.js';

/** Nest hands every path that nothing is mounted at to its exception filters: answered with the same envelope as everything else. */
@Catch()
export class UnknownPathFilter implements ExceptionFilter {
  constructor(private readonly door: RestDoor) {}

  catch(_error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.door.refuseUnknown(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }
}
