import { Inject, Injectable } from '@nestjs/common';
import {
  CONTROLS,
  LIMITS,
  OPERATIONS,
  packsImport,
  packsPublish,
  packsPublishFolder,
  refuse,
  runsEvents,
  type CallDefinition,
} from '@turnpike/contracts';
import { PRODUCT_VERSION, type Clock } from '@turnpike/kernel';
import type { Logger } from '@turnpike/platform-telemetry';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderAnswer, type Answer } from '../../dispatch/answer.js';
import { Dispatcher } from '../../dispatch/dispatcher.js';
import { refusedWith } from '../../dispatch/outcome.js';
import { CLOCK, LOGGER } from '../../tokens.js';
import { openApiDocument } from './openapi-document.js';
import { readCall } from './read-call.js';
import { readJson, UnreadableJson } from './read-json.js';
import { StreamEvents } from './stream-events.js';

/** Bodies of these carry whole documents. */
const LARGE = new Set<string>([packsImport.name, packsPublish.name, packsPublishFolder.name]);

/** REST: every control and operation at the method and path of its own definition. */
@Injectable()
export class RestDoor {
  constructor(
    private readonly dispatcher: Dispatcher,
    private readonly streams: StreamEvents,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  mount(fastify: FastifyInstance): void {
    fastify.removeContentTypeParser(['application/json', 'text/plain']);
    fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
      try {
        done(null, readBody(String(body)));
      } catch (error) {
        done(error as Error, undefined);
      }
    });
    for (const definition of [...CONTROLS, ...OPERATIONS]) this.mountCall(fastify, definition);
    let document: string | null = null;
    fastify.get('/v1/openapi.json', (_request, reply) => {
      document ??= JSON.stringify(openApiDocument());
      return reply.type('application/json; charset=utf-8').send(document);
    });
    fastify.get('/healthz', (_request, reply) => reply.send({ ok: true, version: PRODUCT_VERSION }));
  }

  private mountCall(fastify: FastifyInstance, definition: CallDefinition): void {
    fastify.route({
      method: definition.rest.method,
      url: definition.rest.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: LARGE.has(definition.name) ? LIMITS.importBodyBytes + LIMITS.bodyBytes : LIMITS.bodyBytes,
      errorHandler: (error, request, reply) => void this.refuseBroken(error, request, reply),
      handler: async (request, reply) => {
        const call = readCall(definition, request, this.clock.now());
        if (definition.name === runsEvents.name && this.streams.wanted(request)) return this.streams.run(call, request, reply);
        return send(reply, await this.dispatcher.dispatch(call));
      },
    });
  }

  /** For a path that no definition names. */
  refuseUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const refusal = refuse(
      'not_found',
      `There is no ${request.method} ${request.url.split('?')[0] ?? ''}.`,
      {},
      {
        control: null,
        arguments: {},
        instruction: 'GET /v1/openapi.json lists every path.',
      },
    );
    return this.refuse(request, reply, refusal);
  }

  private refuseBroken(
    error: { statusCode?: number; code?: string; message: string },
    request: FastifyRequest,
    reply: FastifyReply,
  ): FastifyReply {
    const known = (error.statusCode ?? 500) < 500;
    if (!known) this.logger.error({ err: error, path: request.routeOptions.url }, 'a request failed');
    const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
    const message = tooLarge
      ? `The body is larger than ${request.routeOptions.bodyLimit} bytes.`
      : `The body cannot be read: ${error.message}`;
    const instruction = tooLarge ? 'Send a smaller body.' : 'Send one JSON object with Content-Type: application/json.';
    const refusal = known
      ? refuse(
          'invalid_request',
          message,
          { issues: [{ pointer: '', keyword: tooLarge ? 'maxLength' : 'type', message }] },
          { control: null, arguments: {}, instruction },
        )
      : refuse('internal', 'Something is broken on our side. The request id names it in the logs.');
    return this.refuse(request, reply, refusal);
  }

  private refuse(request: FastifyRequest, reply: FastifyReply, refusal: ReturnType<typeof refuse>): FastifyReply {
    const now = this.clock.now();
    const call = readCall(
      CONTROLS[0] as CallDefinition,
      { ...request, body: {}, query: {}, params: {}, headers: request.headers } as FastifyRequest,
      now,
    );
    return send(reply, renderAnswer(call, null, refusedWith(refusal), now));
  }
}

/** Every call takes one object; a call without arguments may come without a body. */
function readBody(text: string): unknown {
  const body = text === '' ? {} : readJson(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new UnreadableJson('it must be one JSON object');
  return body;
}

const send = (reply: FastifyReply, answer: Answer): FastifyReply =>
  reply
    .status(answer.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...answer.headers })
    .send(answer.body);
