import { LIMITS } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bearer } from '../bearer.js';
import type { OpenStreams } from '../open-streams.js';
import { readJson } from '../rest/read-json.js';
import { ChangeStreams } from './change-streams.js';
import { checkOrigin } from './check-origin.js';
import { idOf, readMessage, renderError, renderResult, RPC, RpcError, type RequestId, type RpcMessage } from './model/json-rpc.js';
import type { Exchange, Revision } from './model/revision.js';
import type { McpCaller, ToolSet } from './model/tool-set.js';
import { ReplyStream } from './reply-stream.js';
import { describeResource, METADATA_PATH } from './resource-metadata.js';
import { SESSION_NOTICES, SessionRevision } from './rev-2025-11-25/revision.js';
import type { Sessions } from './rev-2025-11-25/session.js';
import { declaredVersion } from './rev-2026-07-28/envelope.js';
import { StatelessRevision } from './rev-2026-07-28/revision.js';

export interface McpDoorOptions {
  readonly path: string;
  readonly tools: ToolSet;
  readonly sessions: Sessions;
  readonly streams: OpenStreams;
  /** Known once the gateway listens. */
  publicUrl(): string;
  /** Hears of what broke on our side. */
  onFailure(error: unknown): void;
}

/** MCP over HTTP, two revisions at one address, told apart by what each message carries. */
export class McpDoor {
  private readonly session: Revision;
  private readonly stateless: Revision;
  private readonly changes: ChangeStreams;

  constructor(private readonly options: McpDoorOptions) {
    this.session = new SessionRevision(options.tools, options.sessions);
    this.stateless = new StatelessRevision(options.tools);
    this.changes = new ChangeStreams(options.tools, options.streams);
  }

  /** In a scope of its own: what cannot be read is answered as JSON-RPC says. */
  mount(fastify: FastifyInstance): void {
    const { path, publicUrl } = this.options;
    void fastify.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
      const errorHandler = (error: unknown, _request: FastifyRequest, reply: FastifyReply) => void this.fail(error, reply);
      const shared = { url: path, errorHandler, bodyLimit: LIMITS.bodyBytes };
      scope.route({ ...shared, method: 'POST', handler: (request, reply) => this.post(request, reply) });
      scope.route({ ...shared, method: 'GET', exposeHeadRoute: false, handler: (request, reply) => this.get(request, reply) });
      scope.route({ ...shared, method: ['DELETE', 'PUT', 'PATCH', 'HEAD'], handler: () => Promise.reject(notAllowed()) });
      for (const url of [METADATA_PATH, `${METADATA_PATH}${path}`])
        scope.get(url, (_request, reply) => reply.send(describeResource(publicUrl(), path)));
    });
  }

  private async post(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    checkOrigin(request.headers, this.options.publicUrl());
    const body = parse(String(request.body ?? ''));
    const id = idOf(body);
    try {
      return await this.take(body, request, reply);
    } catch (error) {
      return this.fail(error, reply, id);
    }
  }

  private async take(body: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const message = readMessage(body);
    const { headers } = request;
    const caller = callerOf(request);
    const { principalId, admitted } = await this.admit(caller);
    if (message.kind === 'response') return reply.status(202).send();
    const stream = new ReplyStream(request, reply);
    const exchange: Exchange = {
      headers,
      caller: { ...caller, admitted },
      principalId,
      gone: () => stream.gone,
      notify: (text) => stream.notify(text),
    };
    const revision = this.revisionOf(message, request);
    revision.check(message, exchange);
    if (message.kind === 'notification') return reply.status(202).send();
    const answered = await revision.answer(message, exchange).catch((error: unknown) => this.failInStream(error, message.id, stream));
    if (answered.kind === 'result') return stream.end(renderResult(message.id, answered.text), answered.headers);
    if (answered.kind === 'failed') return stream.end(answered.text);
    await this.changes.open(reply, caller, principalId, answered.notices);
    return reply;
  }

  /** Once a stream has begun its status is said: the error goes where the answer would. */
  private failInStream(error: unknown, id: RequestId, stream: ReplyStream): { kind: 'failed'; text: string } {
    if (!stream.begun) throw error;
    return { kind: 'failed', text: renderError(id, this.known(error)) };
  }

  private async get(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { headers } = request;
    checkOrigin(headers, this.options.publicUrl());
    if (!(headers.accept ?? '').includes('text/event-stream')) throw notAllowed();
    const caller = callerOf(request);
    const { principalId } = await this.admit(caller);
    // Only its headers are looked at: no call is made that could outlast its caller, or be told ahead of an answer.
    const exchange: Exchange = { headers, caller, principalId, gone: () => AbortSignal.any([]), notify: () => undefined };
    this.session.check({ method: 'GET', params: {}, kind: 'stream' }, exchange);
    await this.changes.open(reply, caller, principalId, SESSION_NOTICES);
    return reply;
  }

  private async admit(caller: McpCaller): Promise<{ principalId: string; admitted?: unknown }> {
    const admitted = await this.options.tools.admit(caller);
    if ('principalId' in admitted) return admitted;
    const { message, status, body } = admitted.refused;
    throw new RpcError(RPC.refused, message, status, body);
  }

  /** A message that declares a version is of the stateless revision, and so is one whose header names no revision with sessions. */
  private revisionOf(message: Exclude<RpcMessage, { kind: 'response' }>, { headers }: FastifyRequest): Revision {
    const header = headers['mcp-protocol-version'];
    const declared = declaredVersion(message.params) !== undefined;
    return declared || (typeof header === 'string' && !/^202[45]-/.test(header)) ? this.stateless : this.session;
  }

  private fail(error: unknown, reply: FastifyReply, id: RequestId | null = null): FastifyReply {
    const known = this.known(error);
    return reply
      .status(known.http)
      .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...this.headersOf(known) })
      .send(renderError(id, known));
  }

  private known(error: unknown): RpcError {
    if (error instanceof RpcError) return error;
    const { statusCode = 500, message } = error as { statusCode?: number; message: string };
    if (statusCode < 500) return new RpcError(RPC.invalidRequest, message, statusCode);
    this.options.onFailure(error);
    return new RpcError(RPC.internal, 'Something is broken on our side.', 500);
  }

  private headersOf({ http, data }: RpcError): Record<string, string> {
    const { path, publicUrl } = this.options;
    if (http === 401) return { 'www-authenticate': `Bearer realm="turnpike", resource_metadata="${publicUrl()}${METADATA_PATH}${path}"` };
    if (http === 405) return { allow: 'GET, POST' };
    return http === 429 ? { 'retry-after': String((data as { retry_after_s: number }).retry_after_s) } : {};
  }
}

function parse(text: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    throw new RpcError(RPC.parseError, `The body is no JSON that can be taken: ${(error as Error).message}`, 400);
  }
}

const notAllowed = (): RpcError =>
  new RpcError(
    RPC.invalidRequest,
    'POST a message, or GET with Accept: text/event-stream. A session is not deleted: it ends by itself.',
    405,
  );

const callerOf = ({ headers }: FastifyRequest): McpCaller => {
  const workspaceId = headers['turnpike-workspace'];
  return {
    credential: bearer(headers.authorization ?? null),
    requestId: newId('req'),
    workspaceId: typeof workspaceId === 'string' && workspaceId !== '' ? workspaceId : null,
  };
};
