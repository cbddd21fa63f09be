import { CONTROLS, failure, meta, OPERATIONS, REFUSALS, type CallDefinition, type Operation } from '@turnpike/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** The OpenAPI 3.1 description of the REST door, made from the same definitions as its routes. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const definition of [...CONTROLS, ...OPERATIONS]) {
    const { method, path } = definition.rest;
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(definition) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Turnpike',
      version: '1.0.0',
      description:
        'Search for an outcome, read the exact contract, run that contract, inside a tool turn. Every answer is the same envelope; every refusal names the next call.',
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/' }],
    tags: [
      { name: 'controls', description: 'The controls that every door offers.' },
      { name: 'operations', description: 'Administration of Turnpike itself.' },
    ],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'An API key (tpk_…) or a session token (tps_…).' } },
      schemas: { Meta: schemaOf(meta), Refusal: schemaOf(failure) },
      responses: { Refusal: refusalResponse() },
    },
  };
}

function operationOf(definition: CallDefinition): Json {
  const operation = 'anonymous' in definition ? (definition as Operation) : null;
  const withBody = definition.rest.method !== 'GET';
  const body = bodySchema(definition);
  return {
    operationId: definition.name,
    summary: definition.summary,
    description: describe(definition, operation),
    tags: [operation ? 'operations' : 'controls'],
    parameters: parametersOf(definition, operation),
    ...(withBody && { requestBody: { required: Array.isArray(body['required']), content: { 'application/json': { schema: body } } } }),
    ...(operation?.anonymous && { security: [] }),
    responses: {
      200: successResponse(definition),
      '4XX': { $ref: '#/components/responses/Refusal' },
      '5XX': { $ref: '#/components/responses/Refusal' },
    },
  };
}

function describe(definition: CallDefinition, operation: Operation | null): string {
  const permission = definition.permission ? ` Needs the permission ${definition.permission}.` : '';
  const owner = operation?.owner ? ' An owner action: needs a session that signed in within 10 minutes, and an idempotency key.' : '';
  return `${definition.description}${permission}${owner}`;
}

const pathNames = (definition: CallDefinition): string[] => [...definition.rest.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

function parametersOf(definition: CallDefinition, operation: Operation | null): Json[] {
  const schema = inputSchema(definition);
  const properties = (schema['properties'] ?? {}) as Record<string, Json>;
  const required = new Set((schema['required'] ?? []) as string[]);
  const inPath = pathNames(definition);
  const path = inPath.map((name) => ({ name, in: 'path', required: true, schema: properties[name] ?? { type: 'string' } }));
  const query =
    definition.rest.method === 'GET'
      ? Object.keys(properties)
          .filter((name) => !inPath.includes(name))
          .map((name) => ({ name, in: 'query', required: required.has(name), schema: properties[name] }))
      : [];
  const key = operation?.owner
    ? [{ name: 'Idempotency-Key', in: 'header', required: true, schema: { type: 'string', maxLength: 200 } }]
    : [];
  return [...path, ...query, ...key];
}

function bodySchema(definition: CallDefinition): Json {
  const schema = inputSchema(definition);
  const inPath = new Set(pathNames(definition));
  const properties = Object.fromEntries(Object.entries((schema['properties'] ?? {}) as Json).filter(([name]) => !inPath.has(name)));
  const required = ((schema['required'] ?? []) as string[]).filter((name) => !inPath.has(name));
  const { required: _all, ...rest } = schema;
  return { ...rest, properties, ...(required.length > 0 && { required }) };
}

/** The input schema with the names that REST uses. */
function inputSchema(definition: CallDefinition): Json {
  const schema = schemaOf(definition.input, 'input');
  const names = definition.wireNames ?? {};
  const rename = (name: string): string => names[name] ?? name;
  const properties = Object.fromEntries(Object.entries((schema['properties'] ?? {}) as Json).map(([name, value]) => [rename(name), value]));
  const required = ((schema['required'] ?? []) as string[]).map(rename);
  return { ...schema, properties, ...(required.length > 0 && { required }) };
}

function schemaOf(type: z.ZodType, io: 'input' | 'output' = 'output'): Json {
  const { $schema: _dialect, $defs: _defs, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return withoutLocalRefs(schema) as Json;
}

/** The one recursive schema here is "any JSON value", which OpenAPI writes as the empty schema; its references would point into nothing. */
function withoutLocalRefs(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutLocalRefs);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && String(value.$ref).startsWith('#/$defs/')) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$defs')
      .map(([name, each]) => [name, withoutLocalRefs(each)]),
  );
}

function successResponse(definition: CallDefinition): Json {
  const schema = {
    type: 'object',
    required: ['ok', 'data', 'meta'],
    properties: {
      ok: { const: true },
      data: schemaOf(definition.output),
      web_url: { type: 'string' },
      meta: { $ref: '#/components/schemas/Meta' },
    },
  };
  return { description: definition.summary, content: { 'application/json': { schema } } };
}

function refusalResponse(): Json {
  const codes = Object.entries(REFUSALS).map(([code, { http }]) => `${code} (${http})`);
  return {
    description: `A refusal: ${codes.join(', ')}.`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}
