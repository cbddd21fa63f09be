import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { StoreUnavailable } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import { InvalidServiceRequest } from './invalid-service-request.js';

interface Reply {
  status(code: number): { send(body: unknown): void };
}

/** Turns what was thrown into the three answers a client knows: 503 the store is down, 400 a broken request, 500 a defect. */
@Catch()
export class ServiceErrors implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const { status, reason } = this.classify(error);
    host.switchToHttp().getResponse<Reply>().status(status).send({ error: reason });
  }

  private classify(error: unknown): { status: number; reason: string } {
    if (error instanceof StoreUnavailable) return { status: 503, reason: 'store_unavailable' };
    if (error instanceof HttpException) return { status: error.getStatus(), reason: 'http' };
    this.logger.error({ err: error }, 'unexpected failure');
    if (error instanceof InvalidServiceRequest) return { status: 400, reason: 'invalid_service_request' };
    return { status: 500, reason: 'internal' };
  }
}
