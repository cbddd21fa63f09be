import type { DynamicModule, INestApplicationContext, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { LIMITS } from '@turnpike/contracts';
import { ServiceCredentials } from './service-credentials.js';
import { ServiceErrors } from './service-errors.js';
import type { RunningService, ServiceOptions } from './service-options.js';

interface ServiceSpec {
  /** `rbac`, `registry`, …: the audience of credentials and the second word of every path. */
  readonly name: string;
  readonly module: Type | DynamicModule;
  readonly options: ServiceOptions;
  /** Runs once the application is built. */
  readonly onReady?: (app: INestApplicationContext) => void;
  /** Runs before the HTTP side is closed: stop taking work, let what runs finish. */
  readonly onClosing?: (app: INestApplicationContext) => Promise<void>;
  /** Runs after the HTTP side is closed. */
  readonly onClose?: () => Promise<void>;
}

/** Starts a Nest application whose routes all want a service credential for this audience. Binds no socket by itself. */
export async function startNestService(spec: ServiceSpec): Promise<RunningService> {
  const { name, options } = spec;
  const adapter = new FastifyAdapter({ bodyLimit: LIMITS.importBodyBytes * 2 });
  const app = await NestFactory.create<NestFastifyApplication>(spec.module, adapter, { logger: false, abortOnError: false });
  app.useGlobalFilters(new ServiceErrors(options.logger));
  const fastify = app.getHttpAdapter().getInstance();
  const credentials = new ServiceCredentials(name, options.keys.service, options.clock);
  fastify.addHook('onRequest', (request, reply, next) => {
    if (credentials.accepts((request.headers.authorization ?? '').slice('Bearer '.length))) next();
    else void reply.status(401).send({ error: 'service_credential' });
  });
  await app.init();
  await fastify.ready();
  spec.onReady?.(app);
  return {
    name,
    inject: async (path, body, headers) => {
      const answer = await fastify.inject({
        method: 'POST',
        url: path,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      });
      return { status: answer.statusCode, body: answer.payload };
    },
    close: async () => {
      await spec.onClosing?.(app);
      await app.close();
      await spec.onClose?.();
    },
  };
}
