import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';

/** What is used here of the server's request and reply; its own types are not a dependency of this package. */
export interface FastifyRequest {
  readonly method: string;
  readonly url: string;
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
  readonly raw: IncomingMessage;
  readonly routeOptions: { readonly url?: string | undefined };
}

export interface FastifyReply {
  readonly statusCode: number;
  readonly raw: ServerResponse;
  status(code: number): FastifyReply;
  header(name: string, value: string): FastifyReply;
  send(body?: unknown): unknown;
}
