import { applyDecorators, createParamDecorator, HttpCode, Post, type ExecutionContext } from '@nestjs/common';
import type { ServiceOperation } from '@turnpike/contracts';
import { InvalidServiceRequest } from './invalid-service-request.js';

/** Mounts a controller method at the operation's own path: `POST /internal/<service>/<operation>`, always 200. */
export const ServiceRoute = (operation: ServiceOperation): MethodDecorator => applyDecorators(Post(operation.path), HttpCode(200));

/** The request body, checked against the operation's schema; unknown fields are dropped so that old and new builds run side by side. */
export const ServiceBody = createParamDecorator((operation: ServiceOperation, context: ExecutionContext): unknown => {
  const body: unknown = context.switchToHttp().getRequest<{ body: unknown }>().body;
  const parsed = operation.request.safeParse(body);
  if (!parsed.success) throw new InvalidServiceRequest(operation.path, parsed.error.message);
  return parsed.data;
});
