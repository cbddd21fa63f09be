import { LIMITS } from '@turnpike/contracts';
import type { FastifyReply } from 'fastify';
import { onceGone, STREAM_HEADERS, writeOrCut, type OpenStreams } from '../open-streams.js';
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
    const over = new AbortController();
    const end = () => over.abort();
    const forget = onceGone(reply.request, end);
    this.streams.ending.addEventListener('abort', end, { once: true });
    if (this.streams.ending.aborted) end();
    try {
      await this.tell(reply, caller, notices, over);
    } finally {
      forget();
      this.streams.ending.removeEventListener('abort', end);
      this.streams.leave(principalId);
    }
  }

  private async tell(
    reply: FastifyReply,
    caller: McpCaller,
    { first, changed, last }: ChangeNotices,
    over: AbortController,
  ): Promise<void> {
    const { raw } = reply;
    // Watched before the caller is told so, for a change in between is a change.
    const early: string[] = [];
    let write = (text: string): void => void early.push(text);
    const stop = changed === null ? () => undefined : await this.tools.watch(caller, () => write(frame(changed)));
    reply.hijack();
    raw.writeHead(200, STREAM_HEADERS);
    write = (text) => {
      if (!over.signal.aborted) writeOrCut(raw, text);
    };
    write(first === null ? ': open\n\n' : frame(first));
    early.forEach(write);
    await this.keepAlive(caller, write, over);
    stop();
    raw.end(last === null ? '' : frame(last));
  }

  /** A comment now and then shows who has gone; a credential can be revoked while its stream is open. */
  private async keepAlive(caller: McpCaller, write: (text: string) => void, over: AbortController): Promise<void> {
    const timer = setInterval(() => {
      this.tools.admit(caller).then(
        (admitted) => ('refused' in admitted ? over.abort() : write(': here\n\n')),
        () => undefined,
      );
    }, LIMITS.streamKeepAliveMs);
    await new Promise<void>((resolve) => {
      if (over.signal.aborted) resolve();
      over.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    clearInterval(timer);
  }
}

const tooMany = (): RpcError =>
  new RpcError(RPC.refused, `${LIMITS.streamsPerPrincipal} streams of yours are open: close one.`, 429, { retry_after_s: 5 });
