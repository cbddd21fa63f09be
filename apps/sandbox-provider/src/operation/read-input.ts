import { z } from 'zod';
import type { OperationShape } from './define-operation.js';
import type { FastifyRequest } from './fastify-types.js';
import { SandboxProblem } from './problem.js';

const NOTHING = z.object({});

export function readInput(operation: OperationShape, request: FastifyRequest): object {
  return {
    params: check('path', operation.params, request.params),
    query: check('query', operation.query, listed(operation.query, request.query as Record<string, unknown>)),
    headers: check('header', operation.headers, request.headers),
    body: operation.body === undefined ? {} : check('body', operation.body, readJson(request.body)),
  };
}

/** One value of a repeatable parameter arrives as text, several as a list. */
function listed(schema: z.ZodObject | undefined, query: Record<string, unknown>): Record<string, unknown> {
  const repeatable = Object.entries(schema?.shape ?? {}).filter(([, field]) => String((field as z.ZodType).meta()?.['repeatable']) === 'true');
  return repeatable.reduce((all, [name]) => (typeof all[name] === 'string' ? { ...all, [name]: [all[name]] } : all), query);
}

function readJson(body: unknown): unknown {
  try {
    return JSON.parse(Buffer.isBuffer(body) ? body.toString('utf8') : '');
  } catch {
    throw new SandboxProblem(400, 'invalid_json', 'the body is not JSON');
  }
}

function check(place: string, schema: z.ZodObject | undefined, value: unknown): object {
  const parsed = (schema ?? NOTHING).safeParse(value);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map((issue) => ({ path: [place, ...issue.path.map(String)].join('/'), message: issue.message }));
  throw new SandboxProblem(422, 'invalid_input', issues.map((issue) => `${issue.path}: ${issue.message}`).join('; '), issues);
}
