import type { ServiceApi, ServiceOperation, ServiceRequest, ServiceResponse } from '@turnpike/contracts';

/** One call on behalf of a request: named for the logs and bounded in time. */
export interface CallContext {
  readonly request_id: string;
  /** Milliseconds since the epoch after which nobody waits for the answer. */
  readonly deadline: number;
}

/** How bytes reach a service: injected in process, or over HTTP. */
export type PostToService = (
  path: string,
  body: string,
  headers: Record<string, string>,
  deadline: number,
) => Promise<{ status: number; body: string }>;

/** The neighbour, or its store, could not answer. Nothing is known of what it did: only repeatable calls may be sent again. */
export class ServiceUnavailable extends Error {
  constructor(
    readonly service: string,
    readonly operation: string,
    cause: string,
  ) {
    super(`${service} could not answer ${operation}: ${cause}`);
    this.name = 'ServiceUnavailable';
  }
}

/** The neighbour answered what its definition does not allow: a defect on one of the two sides. */
export class ServiceDefect extends Error {
  constructor(service: string, operation: string, cause: string) {
    super(`${service} broke the contract of ${operation}: ${cause}`);
    this.name = 'ServiceDefect';
  }
}

export type ServiceClient<A extends ServiceApi> = {
  readonly [K in keyof A]: (context: CallContext, request: ServiceRequest<A[K]>) => Promise<ServiceResponse<A[K]>>;
};

/** Makes a typed client from a service's definitions. `credential` gives a live service credential for that audience. */
export function createServiceClient<A extends ServiceApi>(
  api: A,
  post: PostToService,
  credential: (service: string) => string,
): ServiceClient<A> {
  const calls = Object.entries(api).map(([name, operation]) => [
    name,
    (context: CallContext, request: unknown) => call(operation, post, credential, context, request),
  ]);
  return Object.fromEntries(calls) as ServiceClient<A>;
}

async function call(
  operation: ServiceOperation,
  post: PostToService,
  credential: (service: string) => string,
  context: CallContext,
  request: unknown,
) {
  const headers = { authorization: `Bearer ${credential(operation.service)}`, 'turnpike-request': context.request_id };
  const answer = await post(operation.path, JSON.stringify(request), headers, context.deadline).catch((error: unknown) => {
    throw new ServiceUnavailable(operation.service, operation.name, String(error));
  });
  if (answer.status === 503) throw new ServiceUnavailable(operation.service, operation.name, 'its store is down');
  if (answer.status !== 200)
    throw new ServiceDefect(operation.service, operation.name, `status ${answer.status} ${answer.body.slice(0, 200)}`);
  // Both sides are built from one definition and the wire is trusted inside, so the answer is not checked again on the hot path.
  return JSON.parse(answer.body) as unknown;
}
