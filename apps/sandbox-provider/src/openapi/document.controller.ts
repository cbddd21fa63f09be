import { Controller, Get, Req } from '@nestjs/common';
import type { FastifyRequest } from '../operation/fastify-types.js';
import { buildDocument } from './build-document.js';

@Controller()
export class DocumentController {
  /** Names the address it was asked under as its server. */
  @Get('/openapi.json')
  document(@Req() request: FastifyRequest): object {
    return buildDocument(`http://${request.headers.host ?? '127.0.0.1'}`);
  }
}
