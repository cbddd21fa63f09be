import { createHash } from 'node:crypto';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { firstValueFrom, from, type Observable } from 'rxjs';
import type { FastifyReply, FastifyRequest } from '../operation/fastify-types.js';
import { SandboxProblem } from '../operation/problem.js';

interface Remembered {
  readonly fingerprint: string;
  readonly answer: Promise<unknown>;
}

const MOST_KEYS = 10_000;

/** `Idempotency-Key`: the same key answers what the first call answered, a refusal too, and nothing happens again. */
@Injectable()
export class RememberAnswers implements NestInterceptor {
  private readonly byKey = new Map<string, Remembered>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    if (request.method === 'GET' || typeof key !== 'string' || key === '') return next.handle();
    return from(this.once(key, request, http.getResponse<FastifyReply>(), () => firstValueFrom(next.handle(), { defaultValue: undefined })));
  }

  reset(): void {
    this.byKey.clear();
  }

  private once(key: string, request: FastifyRequest, reply: FastifyReply, work: () => Promise<unknown>): Promise<unknown> {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const fingerprint = createHash('sha256').update(`${request.method} ${request.url.split('?')[0]}\n`).update(body).digest('hex');
    const known = this.byKey.get(key);
    if (known !== undefined) {
      if (known.fingerprint !== fingerprint) throw new SandboxProblem(422, 'idempotency_key_reused', 'this key was used for another call');
      reply.header('idempotent-replayed', 'true');
      return known.answer;
    }
    // As text, so that what changes later does not change what was answered.
    const answer = work().then((value) => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as unknown)));
    answer.catch(() => undefined);
    this.byKey.set(key, { fingerprint, answer });
    if (this.byKey.size > MOST_KEYS) this.byKey.delete(this.byKey.keys().next().value ?? '');
    return answer;
  }
}
