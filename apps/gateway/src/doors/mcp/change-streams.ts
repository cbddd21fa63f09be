import { LIMITS } from '@turnpike/contracts';
import type { FastifyReply } from 'fastify';
import { STREAM_HEADERS, type OpenStreams } from '../open-streams.js';
import { RPC, RpcError } from './model/json-rpc.js';
import type { ChangeNotices } from './model/revision.js';
import type { McpCaller, ToolSet } from './model/tool-set.js';

export const frame = (message: string): string => `event: message\ndata: ${message}\n\n`;

/** Streams that stay open to tell of changes, at most LIMITS.streamsPerPrincipal of each principal. */
export class ChangeStreams {
  constructor(
    private readonly tools: ToolSet,
    private readonly streams: OpenStreams,
  ) {}

  /** Ends when the caller goes, when its credential does, or when the gateway closes. Throws RpcError (429) beyond the limit. */
  async open(reply: FastifyReply, caller: McpCaller, principalId: string, notices: ChangeNotices): Promise<void> {
    if (!this.streams.take(principalId)) throw tooMany();
    const { raw } = reply;
    const over = new AbortController();
    try {
      // Watched before the caller is told so, for a change in between is a change.
      const early: string[] = [];
      let write = (message: string): void => void early.push(message);
      const { changed, first, last } = notices;
      const stop = changed === null ? () => undefined : await this.tools.watch(caller, () => write(changed));
      raw.on('close', () => over.abort());
      // A connection that closed while the list was read told nobody.
      if (raw.destroyed) over.abort();
      const end = () => {
        if (last !== null) raw.write(frame(last));
        over.abort();
      };
      this.streams.ending.addEventListener('abort', end, { once: true });
      reply.hijack();
      raw.writeHead(200, STREAM_HEADERS);
      write = (message) => void raw.write(frame(message));
      raw.write(first === null ? ': open\n\n' : frame(first));
      early.forEach(write);
      await this.keepAlive(reply, caller, over);
      stop();
      this.streams.ending.removeEventListener('abort', end);
      raw.end();
    } finally {
      this.streams.leave(principalId);
    }
  }

  /** A comment now and then shows who has gone; a credential can be revoked while its stream is open. */
  private async keepAlive(reply: FastifyReply, caller: McpCaller, over: AbortController): Promise<void> {
    const timer = setInterval(() => {
      this.tools.admit(caller).then(
        (admitted) => ('refused' in admitted ? over.abort() : reply.raw.write(': here\n\n')),
        () => undefined,
      );
    }, LIMITS.streamKeepAliveMs);
    await new Promise<void>((resolve) => {
      if (over.signal.aborted || this.streams.ending.aborted) resolve();
      over.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    clearInterval(timer);
  }
}

const tooMany = (): RpcError =>
  new RpcError(RPC.refused, `${LIMITS.streamsPerPrincipal} streams of yours are open: close one.`, 429, { retry_after_s: 5 });
