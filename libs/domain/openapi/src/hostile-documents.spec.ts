import { contract, LIMITS } from '@turnpike/contracts';
import { importDocument, type ImportResult } from './index.js';

const LONGEST_MS = 5_000;
const ok = { 200: { description: 'ok' } };

/** What a strange document is answered with; it must not take long, whatever it holds. */
function load(document: unknown): ImportResult {
  const text = typeof document === 'string' ? document : JSON.stringify(document);
  const started = performance.now();
  const input = {
    text,
    packId: 'tt',
    overlay: null,
    serverUrl: 'https://t.example',
    retrievedFrom: null,
    assigned: new Map<string, string>(),
  };
  const result = importDocument({ ...input, patternFits: (pattern) => !pattern.includes('(?=') });
  expect(performance.now() - started).toBeLessThan(LONGEST_MS);
  return result;
}

const head = { openapi: '3.0.3', info: { title: 'T', version: '1' } };
const post = (schema: object, type = 'application/json') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
  responses: ok,
});
const one = (operation: object, schemas: object = {}) => ({
  ...head,
  paths: { '/x': { post: operation }, '/good': { get: { responses: ok } } },
  components: { schemas },
});
const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth);
const yamlHead = 'openapi: 3.0.3\ninfo: { title: T, version: "1" }\npaths: {}\n';

function taken(result: ImportResult): Extract<ImportResult, { ok: true }> {
  if (!result.ok) throw new Error(`${result.pointer}: ${result.reason}`);
  for (const each of result.contracts) expect(contract.safeParse(each).error).toBeUndefined();
  return result;
}

describe('a hostile document', () => {
  it('a field that would reach the prototype of an object, below the names that a caller gives, leaves its operation out and no other', () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"a":{"type":"object","properties":{"__proto__":{"type":"string"}}}}}',
    ) as object;
    const result = taken(load(one(post(schema))));
    expect(result.leftOut).toMatchObject([{ operation: 'POST /x', reason: expect.stringContaining('__proto__') }]);
    expect(result.contracts).toHaveLength(1);
  });

  it.each<[string, string, RegExp]>([
    ['nested deeper than a stack', `{"a":${nested(100_000, '[', ']')}}`, /nested deeper than 200/],
    ['nested deeper than a stack, in YAML', `a: ${nested(20_000, '[', ']')}`, /YAML|nested/],
    ['an alias within itself', `${yamlHead}a: &a [*a]`, /nested deeper/],
    [
      'aliases of aliases',
      `${yamlHead}a0: &a0 [x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 12 }, (_, at) => `a${at + 1}: &a${at + 1} [${`*a${at}, `.repeat(9)}]`).join('\n')}`,
      /alias/i,
    ],
    ['aliases of a long text', `${yamlHead}a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(900)}]`, /alias/i],
    ['YAML that is too long', `${yamlHead}a: ${'x'.repeat(LIMITS.importYamlCharacters)}`, /at most 5242880 are read/],
    ['a key that is there twice in YAML', `${yamlHead}paths: {}`, /the key paths is there twice/],
    ['a path that is too long', JSON.stringify({ ...head, paths: { [`/${'A'.repeat(1_000_000)}`]: {} } }), /path of 1000001 characters/],
  ])('is refused whole: %s', (_name, text, reason) => {
    expect(load(text)).toMatchObject({ ok: false, reason: expect.stringMatching(reason) });
  });

  it('of very many keys is read in time', () => {
    const keys = Array.from({ length: 50_000 }, (_, at) => `x-${at}: &a${at} v`).join('\n');
    expect(taken(load(`${yamlHead}${keys}`)).operations).toBe(0);
  });

  const loops = {
    Self: { $ref: '#/components/schemas/Self' },
    Ping: { allOf: [{ $ref: '#/components/schemas/Pong' }] },
    Pong: { anyOf: [{ type: 'string' }, { not: { $ref: '#/components/schemas/Ping' } }] },
    Wide: { allOf: Array.from({ length: 500 }, () => ({ $ref: '#/components/schemas/Wide' })) },
  };
  it.each(Object.keys(loops))('whose schema %s leads back to itself loses that operation, or the schema of its answer', (name) => {
    const schema = { $ref: `#/components/schemas/${name}` };
    for (const made of [post({ type: 'object', properties: { a: schema } }), post(schema)]) {
      const { contracts, leftOut } = taken(load(one(made, loops)));
      expect([contracts.length, leftOut.length]).toEqual([1, 1]);
    }
    taken(load(one(post(schema, 'application/x-www-form-urlencoded'), loops)));
    const answer = { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } };
    const { contracts, warnings } = taken(load(one(answer, loops)));
    expect(contracts.map((each) => each.output_schema)).toEqual([null, null]);
    expect(warnings).toEqual([expect.stringContaining('leads back to itself')]);
  });

  it('with discriminators that go round is read in time', () => {
    const schemas = {
      P: { oneOf: Array.from({ length: 300 }, () => ({ $ref: '#/components/schemas/Q' })), discriminator: { propertyName: 'k' } },
      Q: { allOf: Array.from({ length: 300 }, () => ({ $ref: '#/components/schemas/Q' })) },
    };
    expect(taken(load(one(post({ type: 'object', properties: { p: { $ref: '#/components/schemas/P' } } }), schemas))).leftOut).toHaveLength(
      1,
    );
  });

  it('with a very long list of values loses the operation that asks for them, not the one that answers them', () => {
    const schemas = { Long: { type: 'string', enum: Array.from({ length: 200_000 }, (_, at) => `v${at}`) } };
    const schema = { $ref: '#/components/schemas/Long' };
    expect(taken(load(one(post({ type: 'object', properties: { a: schema } }), schemas))).leftOut).toMatchObject([
      { reason: expect.stringContaining('more than 262144 bytes') },
    ]);
    const answer = { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } };
    expect(taken(load(one(answer, schemas))).contracts).toHaveLength(2);
  });

  it('that repeats one large schema in thousands of operations is refused before it fills the memory', () => {
    const schemas = { Large: { type: 'string', enum: Array.from({ length: 20_000 }, (_, at) => `v${at}`) } };
    const get = { parameters: [{ name: 'q', in: 'query', schema: { $ref: '#/components/schemas/Large' } }], responses: ok };
    const paths = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`/p${at}`, { get }]));
    expect(load({ ...head, paths, components: { schemas } })).toMatchObject({
      ok: false,
      reason: expect.stringContaining('67108864 bytes'),
    });
  });

  it.each<[string, object]>([
    ['a parameter', { parameters: [{ name: 'N'.repeat(201), in: 'query', schema: {} }] }],
    ['parameters', { parameters: Array.from({ length: 401 }, (_, at) => ({ name: `p${at}`, in: 'query', schema: {} })) }],
    ['a body of a type', post({ type: 'string' }, `application/${'a+'.repeat(100_000)}x`)],
    ['a server', { servers: [{ url: `https://t.example${'/'.repeat(100_000)}x` }] }],
    ['a text', { operationId: 'aB'.repeat(500_000), description: 'word. '.repeat(200_000), responses: ok }],
  ])('with %s out of all measure makes no contract that breaks the rules', (_name, operation) => {
    const text = JSON.stringify(one({ responses: ok, ...operation }));
    expect(taken(load(text)).contracts.map(({ capability_id: id }) => id)).toContain('tt.good.get');
  });

  it('a parameter named __proto__ is given by another name', () => {
    const { contracts } = taken(load(one({ parameters: [{ name: '__proto__', in: 'query', schema: {} }], responses: ok })));
    expect(contracts.map(({ input_schema: schema }) => Object.keys(schema['properties'] as object))).toContainEqual(['proto']);
  });

  const names = ['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf'];
  it.each(names)('whose names are %s takes nothing from the prototype, and gives it nothing', (name) => {
    const schema = JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}},"required":["${name}"]}`) as object;
    const schemas = JSON.parse(`{"${name}":{"type":"object","properties":{"${name}":{"$ref":"#/components/schemas/${name}"}}}}`) as object;
    const operation = {
      ...post({ allOf: [schema, { $ref: `#/components/schemas/${name}` }] }),
      parameters: [{ name, in: 'query', schema: {} }],
    };
    const { contracts } = taken(load(one(operation, schemas)));
    const [made] = contracts.filter(({ executor }) => executor.kind === 'http' && executor.method === 'POST');
    expect(Object.keys(made?.input_schema['properties'] as object)).toEqual([name, 'body']);
    expect(Object.keys(made?.input_schema['$defs'] as object)).toEqual([name]);
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
    for (const lost of [
      { security: [{ [name]: [] }] },
      { requestBody: { $ref: `#/${name}` } },
      { servers: [{ url: `https://{${name}}` }] },
    ])
      expect(load(one({ ...lost, responses: ok }))).toMatchObject({ ok: true });
  });
});
