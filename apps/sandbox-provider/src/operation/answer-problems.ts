import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply } from '../operation/fastify-types.js';
import { SandboxProblem } from './problem.js';

@Catch()
export class AnswerProblems implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    if (error instanceof SandboxProblem) return void reply.status(error.status).send(error.body());
    const status = error instanceof HttpException ? error.getStatus() : 500;
    const message = error instanceof Error ? error.message : String(error);
    reply.status(status).send({ error: { code: status === 404 ? 'not_found' : 'internal', message } });
  }
}
