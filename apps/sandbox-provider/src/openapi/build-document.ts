import { z } from 'zod';
import type { OperationShape } from '../operation/define-operation.js';
import { ALL_OPERATIONS } from './all-operations.js';
import { ComponentSchemas } from './component-schemas.js';

const problem = z
  .object({ error: z.object({ code: z.string(), message: z.string(), issues: z.array(z.object({ path: z.string(), message: z.string() })).optional() }) })
  .meta({ id: 'Problem' });

const SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer' },
  api_key: { type: 'apiKey', in: 'header', name: 'X-Sandbox-Key' },
  basic: { type: 'http', scheme: 'basic' },
};

/** The provider's own OpenAPI 3.1 document, from the definitions that the routes are mounted from. */
export function buildDocument(url: string): object {
  const schemas = new ComponentSchemas();
  const failure = { description: 'Refused.', content: { 'application/json': { schema: schemas.answer(problem) } } };
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of ALL_OPERATIONS) (paths[operation.path] ??= {})[operation.method.toLowerCase()] = describe(operation, schemas, failure);
  return {
    openapi: '3.1.1',
    info: { title: 'Sandbox provider', version: '1.0.0', description: 'Contacts, lists, sequences, mail and workbooks, kept in memory to be tried out.', license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url }],
    security: [{ bearer: [] }],
    tags: [...new Set(ALL_OPERATIONS.map((operation) => operation.tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: SCHEMES, schemas: schemas.all() },
  };
}

function describe(operation: OperationShape, schemas: ComponentSchemas, failure: object): object {
  const answer = operation.answer === undefined ? {} : { content: { 'application/json': { schema: schemas.answer(operation.answer) } } };
  return {
    operationId: operation.id,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description ?? operation.summary,
    ...(operation.security === undefined ? {} : { security: operation.security.map((scheme) => ({ [scheme]: [] })) }),
    parameters: [...parameters('path', operation.params, schemas), ...parameters('query', operation.query, schemas), ...parameters('header', operation.headers, schemas)],
    ...(operation.body === undefined ? {} : { requestBody: { required: true, content: { 'application/json': { schema: schemas.input(operation.body) } } } }),
    responses: { [operation.status]: { description: 'Done.', ...answer }, '4XX': failure },
  };
}

const capitalized = (name: string): string => name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase());

function parameters(place: 'path' | 'query' | 'header', schema: z.ZodObject | undefined, schemas: ComponentSchemas): object[] {
  if (schema === undefined) return [];
  const whole = schemas.input(schema) as { properties: Record<string, { description?: string; repeatable?: boolean }>; required?: string[] };
  return Object.entries(whole.properties).map(([name, { description = '', repeatable, ...property }]) => ({
    name: place === 'header' ? capitalized(name) : name,
    in: place,
    required: whole.required?.includes(name) ?? false,
    description,
    ...(repeatable ? { style: 'form', explode: true } : {}),
    schema: property,
  }));
}
