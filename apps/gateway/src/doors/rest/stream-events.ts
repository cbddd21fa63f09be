import { Injectable } from '@nestjs/common';
import { LIMITS, refuse, type RunEvent } from '@turnpike/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Clients } from '../../clients.js';
import { renderAnswer } from '../../dispatch/answer.js';
import type { AdmittedCall, IncomingCall } from '../../dispatch/call.js';
import { checkInput } from '../../dispatch/check-input.js';
import { Dispatcher } from '../../dispatch/dispatcher.js';
import { refusedWith } from '../../dispatch/outcome.js';
import { onceGone, OpenStreams, STREAM_HEADERS, writeOrCut } from '../open-streams.js';

/** One long poll of the orchestrator; a comment is sent after each empty one, so that a dead reader is noticed. */
const POLL_MS = 10_000;

/** runs_events as server-sent events: `id` is the event's sequence number, resumed by Last-Event-ID, ended with the run. */
@Injectable()
export class StreamEvents {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly clients: Clients,
    private readonly streams: OpenStreams,
  ) {}

  wanted(request: FastifyRequest): boolean {
    return (request.headers.accept ?? '').includes('text/event-stream');
  }

  async run(call: IncomingCall, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const result = await this.dispatcher.admit(call);
    if ('refusal' in result) return refuseStream(call, reply, result.refusal);
    const checked = checkInput(call.definition, call.args);
    if ('refusal' in checked) return refuseStream(call, reply, checked.refusal);
    const principal = result.admitted.caller.principal_id;
    if (!this.streams.take(principal)) return refuseStream(call, reply, tooManyStreams());
    try {
      const [runId, after] = [String(checked.args['run_id']), startAfter(request, checked.args['after'])];
      const first = await this.read(result.admitted, runId, after, 0);
      if (first.outcome === 'refused') return refuseStream(call, reply, first.refusal);
      reply.hijack();
      await this.pump(call, runId, after, reply);
      return reply;
    } finally {
      this.streams.leave(principal);
    }
  }

  private async pump(call: IncomingCall, runId: string, start: number, reply: FastifyReply): Promise<void> {
    const { raw } = reply;
    raw.writeHead(200, STREAM_HEADERS);
    const { ending } = this.streams;
    let stop: () => void = () => undefined;
    const gone = new Promise<null>((resolve) => (stop = () => resolve(null)));
    const forget = onceGone(reply.request, stop);
    ending.addEventListener('abort', stop, { once: true });
    if (ending.aborted) stop();
    for (let after = start; ;) {
      const answer = await Promise.race([gone, this.next(call, runId, after).catch(() => null)]);
      if (!answer) break;
      // A reader that is cut resumes with Last-Event-ID.
      for (const event of answer.items) writeOrCut(raw, frame(event));
      after = answer.items.at(-1)?.sequence ?? after;
      if (answer.over || raw.destroyed) break;
      if (answer.items.length === 0) writeOrCut(raw, ': waiting\n\n');
    }
    forget();
    ending.removeEventListener('abort', stop);
    raw.end();
  }

  /** The next events; null when the caller may read them no longer: a credential can be revoked while its stream is open. */
  private async next(call: IncomingCall, runId: string, after: number) {
    const result = await this.dispatcher.admit({ ...call, startedAt: Date.now() });
    if ('refusal' in result) return null;
    const answer = await this.read(result.admitted, runId, after, POLL_MS);
    return answer.outcome === 'refused' ? null : answer.value;
  }

  private read({ caller, context }: AdmittedCall, runId: string, after: number, waitMs: number) {
    const deadline = Date.now() + POLL_MS * 2;
    return this.clients.orchestrator.events({ ...context, deadline }, { caller, run_id: runId, after, wait_ms: waitMs });
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
