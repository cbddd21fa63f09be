import { Injectable } from '@nestjs/common';
import { LIMITS, refuse, type RunEvent } from '@turnpike/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clients } from '../../clients.js';
import { renderAnswer } from '../../dispatch/answer.js';
import type { AdmittedCall, IncomingCall } from '../../dispatch/call.js';
import { Dispatcher } from '../../dispatch/dispatcher.js';
import { refusedWith } from '../../dispatch/outcome.js';

/** One long poll of the orchestrator; a comment is sent after each empty one, so that a dead reader is noticed. */
const POLL_MS = 10_000;
/** A reader this far behind is cut; it resumes with Last-Event-ID. */
const MOST_UNSENT_BYTES = 1024 * 1024;

/** runs_events as server-sent events: `id` is the event's sequence number, resumed by Last-Event-ID, ended with the run. */
@Injectable()
export class StreamEvents {
  private readonly open = new Map<string, number>();

  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clients: Clients,
  ) {}

  wanted(request: FastifyRequest): boolean {
    return (request.headers.accept ?? '').includes('text/event-stream');
  }

  async run(call: IncomingCall, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const result = await this.dispatcher.admit(call);
    if ('refusal' in result) return refuseStream(call, reply, result.refusal);
    const { admitted } = result;
    const principal = admitted.caller.principal_id;
    const streams = this.open.get(principal) ?? 0;
    if (streams >= LIMITS.streamsPerPrincipal) return refuseStream(call, reply, tooManyStreams());
    const after = startAfter(request, call.args['after']);
    const first = await this.clients.orchestrator.events(admitted.context, {
      caller: admitted.caller,
      run_id: String(call.args['run_id']),
      after,
      wait_ms: 0,
    });
    if (first.outcome === 'refused') return refuseStream(call, reply, first.refusal);
    this.open.set(principal, streams + 1);
    reply.hijack();
    await this.pump(admitted, String(call.args['run_id']), after, reply).finally(() => this.close(principal));
    return reply;
  }

  private async pump({ caller, context }: AdmittedCall, runId: string, start: number, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' });
    let after = start;
    let closed = false;
    raw.on('close', () => (closed = true));
    while (!closed) {
      const deadline = Date.now() + POLL_MS * 2;
      const answer = await this.clients.orchestrator
        .events({ ...context, deadline }, { caller, run_id: runId, after, wait_ms: POLL_MS })
        .catch(() => null);
      if (!answer || answer.outcome === 'refused') break;
      for (const event of answer.value.items) raw.write(frame(event));
      after = answer.value.items.at(-1)?.sequence ?? after;
      if (answer.value.over || raw.writableLength > MOST_UNSENT_BYTES) break;
      if (answer.value.items.length === 0) raw.write(': waiting\n\n');
    }
    raw.end();
  }

  private close(principal: string): void {
    const left = (this.open.get(principal) ?? 1) - 1;
    if (left <= 0) this.open.delete(principal);
    else this.open.set(principal, left);
  }
}

const frame = (event: RunEvent): string => `id: ${event.sequence}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;

function startAfter(request: FastifyRequest, given: unknown): number {
  const last = Number(request.headers['last-event-id'] ?? given ?? 0);
  return Number.isSafeInteger(last) && last > 0 ? last : 0;
}

const tooManyStreams = () =>
  refuse(
    'rate_limited',
    `${LIMITS.streamsPerPrincipal} event streams of yours are open.`,
    { retry_after_s: 5 },
    { control: null, arguments: {}, instruction: 'Close a stream, or read events as a list with runs_events.' },
  );

function refuseStream(call: IncomingCall, reply: FastifyReply, refusal: ReturnType<typeof refuse>): FastifyReply {
  const answer = renderAnswer(call, null, refusedWith(refusal), Date.now());
  return reply
    .status(answer.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...answer.headers })
    .send(answer.body);
}
