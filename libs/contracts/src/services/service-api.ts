import type { z } from 'zod';

/** One operation of a service: `POST /internal/<service>/<operation>` with a JSON body. Unknown fields are ignored on both sides. */
export interface ServiceOperation<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly service: string;
  readonly name: string;
  readonly path: string;
  readonly request: Q;
  readonly response: A;
  /** True where repeating the call does no harm, so that a client may retry it. */
  readonly repeatable: boolean;
}

export type ServiceApi = Readonly<Record<string, ServiceOperation>>;

export type ServiceRequest<O extends ServiceOperation> = z.infer<O['request']>;
export type ServiceResponse<O extends ServiceOperation> = z.infer<O['response']>;

/** Makes the definitions of one service; the name of each operation is its key. */
export function defineService<const T extends Record<string, { request: z.ZodType; response: z.ZodType; repeatable: boolean }>>(
  service: string,
  operations: T,
): { readonly [K in keyof T & string]: ServiceOperation<T[K]['request'], T[K]['response']> } {
  const made = Object.entries(operations).map(([name, operation]) => [
    name,
    { service, name, path: `/internal/${service}/${name}`, ...operation },
  ]);
  return Object.fromEntries(made) as never;
}
