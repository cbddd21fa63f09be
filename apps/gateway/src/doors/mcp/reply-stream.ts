import type { FastifyReply, FastifyRequest } from 'fastify';
import { STREAM_HEADERS } from '../open-streams.js';
import { frame } from './change-streams.js';

/** One answer: plain JSON, or a stream from the moment something is told ahead of it, where the caller takes one. */
export class ReplyStream {
  private closed: AbortController | null = null;
  private readonly takesStream: boolean;
  begun = false;

  constructor(
    request: FastifyRequest,
    private readonly reply: FastifyReply,
  ) {
    this.takesStream = (request.headers.accept ?? '').includes('text/event-stream');
  }

  /** Aborted when the caller has closed the connection before its answer. */
  get gone(): AbortSignal {
    this.closed ??= this.watch();
    return this.closed.signal;
  }

  notify(message: string): void {
    if (!this.takesStream || this.reply.raw.destroyed) return;
    this.begin();
    this.reply.raw.write(frame(message));
  }

  end(message: string, headers: Readonly<Record<string, string>> = {}): FastifyReply {
    if (!this.begun)
      return this.reply
        .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
        .send(message);
    this.reply.raw.end(frame(message));
    return this.reply;
  }

  /** Only for whoever asks: most answers are over before anybody could be gone. */
  private watch(): AbortController {
    const closed = new AbortController();
    const { raw } = this.reply;
    if (raw.destroyed) closed.abort();
    raw.on('close', () => {
      if (!raw.writableFinished) closed.abort();
    });
    return closed;
  }

  private begin(): void {
    if (this.begun) return;
    this.begun = true;
    this.reply.hijack();
    this.reply.raw.writeHead(200, STREAM_HEADERS);
  }
}
