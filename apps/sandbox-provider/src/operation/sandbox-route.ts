import { applyDecorators, createParamDecorator, Delete, Get, HttpCode, Patch, Post, type ExecutionContext } from '@nestjs/common';
import type { OperationShape } from './define-operation.js';
import type { FastifyRequest } from './fastify-types.js';
import { readInput } from './read-input.js';

const VERBS = { GET: Get, POST: Post, PATCH: Patch, DELETE: Delete };

/** Mounts a controller method where its operation says. */
export const SandboxRoute = (operation: OperationShape): MethodDecorator =>
  applyDecorators(VERBS[operation.method](operation.path.replace(/\{(\w+)\}/g, ':$1')), HttpCode(operation.status));

/** Path, query, headers and body, each checked by the operation's schema. */
export const SandboxInput = createParamDecorator((operation: OperationShape, context: ExecutionContext) =>
  readInput(operation, context.switchToHttp().getRequest<FastifyRequest>()),
);
