import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { LIMITS } from '@turnpike/contracts';
import type { FastifyRequest } from 'fastify';
import { setMaxListeners } from 'node:events';
import type { ServerResponse } from 'node:http';

/** A reader too far behind is cut: what it does not take stays in our memory. */
export function writeOrCut(raw: ServerResponse, text: string): void {
  raw.write(text);
  if (raw.writableLength > LIMITS.streamUnsentBytes) raw.destroy();
}

/**
 * Calls back when the connection of this request closes, or at once where it has: it may close while the request is still looked at.
 * By the socket, for an answer that waits behind another one of its connection never hears of the end. Answers how to stop.
 */
export function onceGone({ raw: { socket } }: FastifyRequest, gone: () => void): () => void {
  if (socket.destroyed) gone();
  else socket.once('close', gone);
  return () => void socket.removeListener('close', gone);
}

/** Server-sent events that no cache keeps and no proxy holds back. */
export const STREAM_HEADERS = { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' };

/** How many streams each principal holds open at this gateway, over all doors, and the one signal that ends them all. */
@Injectable()
export class OpenStreams implements OnModuleDestroy {
  private readonly open = new Map<string, number>();
  private readonly stopping = new AbortController();

  constructor() {
    // One listener a stream.
    setMaxListeners(0, this.stopping.signal);
  }

  /** Aborted when the gateway closes: readers go on where they are at another one, or at this one when it is back. */
  get ending(): AbortSignal {
    return this.stopping.signal;
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /** False where the principal holds LIMITS.streamsPerPrincipal. Counted before anything is awaited, so that streams opened at once count. */
  take(principalId: string): boolean {
    const streams = this.open.get(principalId) ?? 0;
    if (streams >= LIMITS.streamsPerPrincipal) return false;
    this.open.set(principalId, streams + 1);
    return true;
  }

  leave(principalId: string): void {
    const left = (this.open.get(principalId) ?? 1) - 1;
    if (left <= 0) this.open.delete(principalId);
    else this.open.set(principalId, left);
  }
}
