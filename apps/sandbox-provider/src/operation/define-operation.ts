import { z } from 'zod';

export type SecurityScheme = 'bearer' | 'api_key' | 'basic';

/** One operation, from which its route, its checks and its part of the OpenAPI document all come. */
export interface OperationShape {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With `{name}` for path parameters. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** Any one of these lets the caller in. */
  readonly security?: readonly SecurityScheme[];
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Names in lower case, as they arrive. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly status: 200 | 201 | 202 | 204;
  /** None for 204. */
  readonly answer?: z.ZodObject;
}

export const defineOperation = <const O extends OperationShape>(operation: O): O => operation;

type Part<T> = T extends z.ZodObject ? z.infer<T> : Record<never, never>;

export interface OperationInput<O extends OperationShape> {
  readonly params: Part<O['params']>;
  readonly query: Part<O['query']>;
  readonly headers: Part<O['headers']>;
  readonly body: Part<O['body']>;
}

export type OperationAnswer<O extends OperationShape> = O['answer'] extends z.ZodObject ? z.infer<O['answer']> : void;

/** On every write: the same key answers what the first call answered, and does nothing again. */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().min(1).max(200).optional().describe('Repeat a call with the same key to get the first answer again without a second effect.'),
});
