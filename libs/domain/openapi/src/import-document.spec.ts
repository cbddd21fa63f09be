import { contract } from '@turnpike/contracts';
import fc from 'fast-check';
import { importDocument, type ImportInput, type ImportResult } from './index.js';

const base = { openapi: '3.1.0', info: { title: 'CRM', version: '1' }, servers: [{ url: 'https://crm.example/v1/' }] };
const okResponse = { 200: { description: 'ok', content: { 'application/json': { schema: { type: 'object' } } } } };

function load(document: unknown, more: Partial<ImportInput> = {}): ImportResult {
  return importDocument({
    text: JSON.stringify(document),
    packId: 'crm',
    overlay: null,
    serverUrl: null,
    retrievedFrom: null,
    assigned: new Map(),
    patternFits: () => true,
    ...more,
  });
}

function loaded(document: unknown, more: Partial<ImportInput> = {}): Extract<ImportResult, { ok: true }> {
  const result = load(document, more);
  if (!result.ok) throw new Error(`${result.pointer}: ${result.reason}`);
  return result;
}

describe('importDocument', () => {
  it('makes one input schema of path, query, header and body, and says where each field goes back', () => {
    const operation = {
      operationId: 'updateContact',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
        { name: 'notify', in: 'query', schema: { type: 'boolean' } },
        { name: 'X-Team', in: 'header', required: true, schema: { type: 'string' } },
        { name: 'Authorization', in: 'header', schema: { type: 'string' } },
      ],
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, id: { type: 'integer' } } },
          },
        },
      },
      responses: okResponse,
    };
    const [made] = loaded({ ...base, paths: { '/contacts/{id}': { patch: operation } } }).contracts;
    expect(contract.safeParse(made).success).toBe(true);
    expect(made?.capability_id).toBe('crm.contacts.update');
    expect(made?.input_schema['required']).toEqual(['id', 'X-Team', 'name']);
    expect(Object.keys(made?.input_schema['properties'] as object)).toEqual(['id', 'notify', 'X-Team', 'name', 'id_body']);
    expect(made?.executor).toMatchObject({
      method: 'PATCH',
      server_url: 'https://crm.example/v1',
      path: '/contacts/{id}',
      body: {
        kind: 'fields',
        fields: [
          { field: 'name', name: 'name' },
          { field: 'id_body', name: 'id' },
        ],
        media_type: 'application/json',
      },
    });
  });

  it('assumes the gravest policy that the method allows, and takes the overlay’s word over it', () => {
    const paths = {
      '/mails': { get: { responses: okResponse }, post: { responses: okResponse } },
      '/mails/{id}': { delete: { parameters: [{ name: 'id', in: 'path', required: true, schema: {} }], responses: okResponse } },
    };
    const policies = (overlay: unknown) =>
      loaded({ ...base, paths }, { overlay }).contracts.map(({ action_policy, policy_assumed }) => [action_policy, policy_assumed]);
    expect(policies(null)).toEqual([
      ['read_only', true],
      ['sending', true],
      ['internal_irreversible', true],
    ]);
    expect(policies({ operations: { 'POST /mails': { action_policy: 'internal_reversible' } } })[1]).toEqual([
      'internal_reversible',
      false,
    ]);
  });

  it('keeps shared schemas in $defs, recursive ones too, and never expands them', () => {
    const node = {
      type: 'object',
      properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/components/schemas/Node' } } },
    };
    const paths = {
      '/trees': {
        post: {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object', properties: { root: { $ref: '#/components/schemas/Node' } } } } },
          },
          responses: okResponse,
        },
      },
    };
    const [made] = loaded({ ...base, paths, components: { schemas: { Node: node, Other: {} } } }).contracts;
    expect(made?.input_schema).toEqual({
      type: 'object',
      properties: { root: { $ref: '#/$defs/Node' } },
      additionalProperties: false,
      $defs: {
        Node: { type: 'object', properties: { name: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/Node' } } } },
      },
    });
  });

  it('reads 3.0: nullable, exclusive bounds as flags, references without neighbours', () => {
    const schema = {
      type: 'object',
      properties: {
        age: { type: 'integer', nullable: true, minimum: 0, exclusiveMinimum: true },
        kind: { type: 'string', nullable: true, enum: ['a'] },
      },
    };
    const paths = {
      '/people': {
        post: { requestBody: { required: true, content: { 'application/x-www-form-urlencoded': { schema } } }, responses: okResponse },
      },
    };
    const [made] = loaded({ ...base, openapi: '3.0.3', paths }).contracts;
    expect(made?.input_schema['properties']).toEqual({
      age: { type: ['integer', 'null'], exclusiveMinimum: 0 },
      kind: { type: ['string', 'null'], enum: ['a', null] },
    });
  });

  it('asks for the required fields of an optional body only once any of it is given', () => {
    const schema = { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } };
    const paths = { '/x': { post: { requestBody: { content: { 'application/json': { schema } } }, responses: okResponse } } };
    expect(loaded({ ...base, paths }).contracts[0]?.input_schema).toMatchObject({ dependentRequired: { a: [], b: ['a'] } });
  });

  it('lists an operation that cannot be one, with the pointer and the reason, and keeps the rest', () => {
    const upload = { requestBody: { required: true, content: { 'multipart/mixed': { schema: {} } } }, responses: okResponse };
    const result = loaded({ ...base, paths: { '/files': { post: upload, get: { responses: okResponse } } } });
    expect(result).toMatchObject({
      operations: 2,
      leftOut: [{ operation: 'POST /files', pointer: '/paths/~1files/post/requestBody/content' }],
    });
    expect(result.contracts.map(({ capability_id }) => capability_id)).toEqual(['crm.files.list']);
  });

  it.each([
    ['{"openapi":', '', /JSON/],
    ['a: [1', '', /YAML/],
    ['{"swagger":"1.2"}', '/swagger', /must be 2\.0, not "1\.2"/],
    ['{"openapi":"4.0.0","info":{}}', '/openapi', /3\.0/],
    ['{"openapi":"3.1.0","info":{},"paths":{"/a":{"get":3}}}', '/paths/~1a/get', /object/],
    ['{"openapi":"3.1.0","info":{},"paths":{"a":{}}}', '/paths/a', /begin with/],
    ['x: &a [1]\ny: [*a,*a]\n', '/openapi', /3\.0/],
  ])('refuses the broken document %s whole, with a pointer', (text, pointer, reason) => {
    expect(load({}, { text })).toMatchObject({ ok: false, pointer, reason: expect.stringMatching(reason) });
  });

  it('refuses a YAML alias within itself, and leaves out a list of no values', () => {
    expect(load({}, { text: 'openapi: 3.1.0\ninfo: &a { title: *a }\npaths: {}' })).toMatchObject({
      ok: false,
      pointer: '',
      reason: expect.stringMatching(/nested deeper/),
    });
    const paths = {
      '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string', enum: [] } }], responses: okResponse } },
    };
    const result = loaded({ ...base, paths });
    expect([result.contracts[0]?.input_schema['properties'], result.warnings.length]).toEqual([{ q: { type: 'string' } }, 1]);
  });

  it('refuses an overlay for an operation that is not there', () => {
    expect(load({ ...base, paths: {} }, { overlay: { operations: { 'GET /nope': {} } } })).toMatchObject({
      ok: false,
      pointer: '/overlay/operations/GET ~1nope',
    });
  });

  it('takes no credential for an open operation, and maps each scheme it knows', () => {
    const components = {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'X-Key' },
        oauth: { type: 'oauth2', flows: {} },
        basic: { type: 'http', scheme: 'Basic' },
      },
    };
    const paths = {
      '/a': { get: { security: [], responses: okResponse } },
      '/b': { get: { security: [{ key: [] }, { oauth: ['read'] }], responses: okResponse } },
    };
    const [open, closed] = loaded({ ...base, security: [{ basic: [] }], components, paths }).contracts;
    expect(open).toMatchObject({ provider: null, executor: { auth: [{ type: 'none' }] } });
    expect(closed).toMatchObject({
      provider: { id: 'crm', scopes: ['read'] },
      executor: { auth: [{ type: 'api_key', in: 'header', name: 'X-Key' }, { type: 'bearer' }] },
    });
  });

  it('leaves out a pattern that cannot be matched in linear time, and says so', () => {
    const paths = {
      '/a': { get: { parameters: [{ name: 'q', in: 'query', schema: { type: 'string', pattern: '(?=a)b' } }], responses: okResponse } },
    };
    const result = loaded({ ...base, paths }, { patternFits: (pattern) => !pattern.includes('(?=') });
    expect(result.contracts[0]?.input_schema['properties']).toEqual({ q: { type: 'string' } });
    expect(result.warnings).toEqual([expect.stringContaining('/paths/~1a/get/parameters/0/schema/pattern')]);
  });

  it('gives ids that are unique, well formed, and stay for every later order and neighbour', () => {
    const segment = fc.constantFrom('users', 'Users', 'user-groups', '{id}', '{userId}', 'v1', 'me', '@x', '9lives');
    const path = fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `/${parts.join('/')}`);
    fc.assert(
      fc.property(fc.uniqueArray(path, { maxLength: 12 }), fc.uniqueArray(path, { maxLength: 6 }), (first, later) => {
        const paths = (list: string[]) =>
          Object.fromEntries(list.map((each) => [each, { get: { responses: okResponse }, post: { responses: okResponse } }]));
        const before = loaded({ ...base, paths: paths(first) });
        const assigned = new Map(Object.entries(before.sources).map(([id, key]) => [key, id]));
        const after = loaded(
          { ...base, paths: paths([...later, ...first.filter((each) => !later.includes(each)).reverse()]) },
          { assigned },
        );
        const ids = after.contracts.map(({ capability_id }) => capability_id);
        expect(new Set(ids).size).toBe(ids.length);
        for (const each of after.contracts) expect(contract.shape.capability_id.safeParse(each.capability_id).success).toBe(true);
        for (const [id, key] of Object.entries(before.sources)) expect(after.sources[id]).toBe(key);
      }),
      { numRuns: 200 },
    );
  });
});
