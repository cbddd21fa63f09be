import type { IncomingHttpHeaders } from 'node:http';
import type { RpcRequest } from './json-rpc.js';
import type { McpCaller } from './tool-set.js';

/** One request and whoever sent it. */
export interface Exchange {
  readonly headers: IncomingHttpHeaders;
  readonly caller: McpCaller;
  readonly principalId: string;
  /** Aborted when the caller has gone. */
  gone(): AbortSignal;
  /** Sends one notification ahead of the answer, where the caller takes a stream. */
  notify(text: string): void;
}

/** What a stream of change notices says, as whole JSON-RPC messages. */
export interface ChangeNotices {
  /** Sent at once. */
  readonly first: string | null;
  /** Sent at each change; null where the caller wants none. */
  readonly changed: string | null;
  /** Sent when this server ends the stream. */
  readonly last: string | null;
}

/** A result as JSON text, with what goes into headers; or a stream that stays open. */
export type Answered =
  | { readonly kind: 'result'; readonly text: string; readonly headers?: Readonly<Record<string, string>> }
  | { readonly kind: 'listen'; readonly notices: ChangeNotices };

/** How one revision of MCP writes down what the model says. Both throw RpcError. */
export interface Revision {
  /** Checks what comes with every message, before anything is done. */
  check(message: { readonly method: string; readonly params: RpcRequest['params']; readonly kind: string }, exchange: Exchange): void;
  answer(request: RpcRequest, exchange: Exchange): Promise<Answered>;
}
