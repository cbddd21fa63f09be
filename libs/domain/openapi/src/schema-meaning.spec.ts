import type { Contract } from '@turnpike/contracts';
import { importDocument } from './index.js';

type Schema = Record<string, any>;

/** The contracts and warnings of a document of version 3.0, its operations by path. */
function load(paths: object, components: object = {}, openapi = '3.0.3'): { contracts: Contract[]; warnings: string[]; leftOut: object[] } {
  const document = { openapi, info: { title: 'T', version: '1' }, servers: [{ url: 'https://t.example' }], paths, components };
  const text = JSON.stringify(document);
  const result = importDocument({
    text,
    packId: 't',
    overlay: null,
    serverUrl: null,
    retrievedFrom: null,
    assigned: new Map(),
    patternFits: () => true,
  });
  if (!result.ok) throw new Error(`${result.pointer}: ${result.reason}`);
  return result;
}

const ok = { 200: { description: 'ok' } };
const post = (schema: object) => ({
  post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: ok },
});
const inputOf = (paths: object, components: object = {}, openapi?: string): Schema =>
  load(paths, components, openapi).contracts[0]?.input_schema as Schema;

describe('what a discriminator says', () => {
  const branch = (kind: object) => ({ type: 'object', required: ['kind'], properties: { kind, name: { type: 'string' } } });
  const pets = (discriminator: object, cat: object = branch({ type: 'string' })) => ({
    schemas: {
      Pet: { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }], discriminator },
      Cat: cat,
      Dog: { allOf: [{ $ref: '#/components/schemas/Animal' }, { type: 'object', properties: { bark: { type: 'boolean' } } }] },
      Animal: branch({ type: 'string' }),
    },
  });
  const petOf = (discriminator: object, cat?: object): unknown =>
    inputOf({ '/pets': post({ $ref: '#/components/schemas/Pet' }) }, pets(discriminator, cat))['$defs'].Pet.oneOf;
  const told = (name: string, values: string[]) => ({
    allOf: [{ $ref: `#/$defs/${name}` }, { properties: { kind: { enum: values } }, required: ['kind'] }],
  });

  it('tells branches apart by their names', () => {
    expect(petOf({ propertyName: 'kind' })).toEqual([told('Cat', ['Cat']), told('Dog', ['Dog'])]);
  });

  it('goes by the mapping, of names and of references', () => {
    const mapping = { cat: '#/components/schemas/Cat', tiger: 'Cat', dog: 'Dog' };
    expect(petOf({ propertyName: 'kind', mapping })).toEqual([told('Cat', ['cat', 'tiger']), told('Dog', ['dog'])]);
  });

  it.each([{ type: 'string', enum: ['c'] }, { type: 'integer' }])('leaves a branch that says it itself: %j', (kind) => {
    expect(petOf({ propertyName: 'kind' }, branch(kind))).toEqual([{ $ref: '#/$defs/Cat' }, told('Dog', ['Dog'])]);
  });
});

describe('what goes one way only', () => {
  const Thing = {
    type: 'object',
    required: ['id', 'name', 'password'],
    properties: {
      id: { type: 'string', readOnly: true },
      name: { type: 'string' },
      password: { type: 'string', writeOnly: true },
    },
  };

  it('is no part of the other way, in a shared schema too', () => {
    const schema = { $ref: '#/components/schemas/Thing' };
    const answer = { 200: { description: 'ok', content: { 'application/vnd.thing+json': { schema } } } };
    const { post: operation } = post({ type: 'object', properties: { thing: schema } });
    const [made] = load({ '/things': { post: { ...operation, responses: answer } } }, { schemas: { Thing } }).contracts;
    const sent = (made?.input_schema as Schema)['$defs'].Thing;
    expect([Object.keys(sent.properties), sent.required]).toEqual([
      ['name', 'password'],
      ['name', 'password'],
    ]);
    const read = (made?.output_schema as Schema)['$defs'].Thing;
    expect([Object.keys(read.properties), read.required]).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
    expect(made?.executor).toMatchObject({ headers: [{ name: 'Accept', value: 'application/vnd.thing+json' }] });
  });
});

describe('names', () => {
  it('keeps two shared schemas apart whose names differ in what no reference can carry', () => {
    const schemas = { 'a b': { type: 'string' }, a_b: { type: 'integer' } };
    const schema = {
      type: 'object',
      properties: { one: { $ref: '#/components/schemas/a%20b' }, two: { $ref: '#/components/schemas/a_b' } },
    };
    const input = inputOf({ '/x': post(schema) }, { schemas });
    const named = (field: string) => input['$defs'][input['properties'][field].$ref.slice('#/$defs/'.length)];
    expect([named('one'), named('two')]).toEqual([{ type: 'string' }, { type: 'integer' }]);
  });

  it('keeps a schema that reaches itself as references', () => {
    const Tree = { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } };
    const input = inputOf({ '/x': post({ type: 'array', items: { $ref: '#/components/schemas/Tree' } }) }, { schemas: { Tree } });
    expect(input['$defs'].Tree.properties.children.items).toEqual({ $ref: '#/$defs/Tree' });
  });
});

describe('a path and its parameters', () => {
  const get = (parameters: object[]) => ({ get: { parameters, responses: ok } });

  it('asks for what the path names and no parameter declares, and not for what the path does not name', () => {
    const { contracts, warnings } = load({ '/a/{id}': get([{ name: 'other', in: 'path', required: true, schema: { type: 'string' } }]) });
    expect(contracts[0]?.input_schema).toMatchObject({ properties: { id: { type: 'string' } }, required: ['id'] });
    expect(Object.keys(contracts[0]?.input_schema['properties'] as object)).toEqual(['id']);
    expect(warnings).toEqual([expect.stringContaining('other is left out'), expect.stringContaining('{id} is taken as text')]);
  });

  it('leaves out an operation whose path would be cut off at a #', () => {
    expect(load({ '/#Action=List': get([]), '/b': get([]) })).toMatchObject({
      contracts: [{}],
      leftOut: [{ operation: 'GET /#Action=List' }],
    });
  });

  it('says that a parameter is deprecated, and writes content that is no JSON as it is', () => {
    const old = { name: 'old', in: 'query', deprecated: true, schema: { type: 'string' } };
    const content = (type: string) => ({ name: type, in: 'query', content: { [type]: { schema: { type: 'string' } } } });
    const [made] = load({ '/x': get([old, content('text/plain'), content('application/json')]) }).contracts;
    expect(made?.input_schema['properties']).toMatchObject({ old: { type: 'string', deprecated: true } });
    expect(made?.executor).toMatchObject({ parameters: [{ json: false }, { json: false }, { json: true }] });
  });
});

describe('security', () => {
  const securitySchemes = {
    key: { type: 'apiKey', in: 'header', name: 'X-Key' },
    account: { type: 'apiKey', in: 'query', name: 'account' },
    oauth: { type: 'oauth2', flows: {} },
    oidc: { type: 'openIdConnect', openIdConnectUrl: 'https://t.example/.well-known' },
    basic: { type: 'http', scheme: 'basic' },
    tls: { type: 'mutualTLS' },
  };
  const needs = (...security: object[]) => {
    const { contracts, leftOut } = load({ '/x': { get: { security, responses: ok } } }, { securitySchemes });
    const [made] = contracts;
    return made ? { auth: (made.executor as { auth: object[] }).auth, scopes: made.provider?.scopes ?? null } : leftOut[0];
  };
  const key = { type: 'api_key', in: 'header', name: 'X-Key' };

  it('is what one of the ways wants, together where it wants several', () => {
    const together = { type: 'all', schemes: [key, { type: 'api_key', in: 'query', name: 'account' }] };
    expect(needs({ key: [], account: [] }, { oauth: ['read'] })).toEqual({ auth: [together, { type: 'bearer' }], scopes: ['read'] });
  });

  it('takes two names of one credential for one', () => {
    expect(needs({ oauth: ['a'], oidc: ['b'] })).toEqual({ auth: [{ type: 'bearer' }], scopes: ['a', 'b'] });
  });

  it('is none where one of the ways is open', () => expect(needs({ key: [] }, {})).toEqual({ auth: [{ type: 'none' }], scopes: null }));

  it.each([[{ oauth: [], basic: [] }], [{ tls: [] }], [{ key: [], tls: [] }]])('leaves out what cannot be met: %j', (way) => {
    expect(needs(way)).toMatchObject({ operation: 'GET /x', pointer: '/paths/~1x/get/security' });
    expect(needs(way, { key: [] })).toMatchObject({ auth: [key] });
  });
});
