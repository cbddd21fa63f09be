import type { HttpExecutor } from '@turnpike/contracts';
import { importDocument } from './index.js';

type Operation = Record<string, unknown>;

/** Imports a Swagger 2.0 document of one operation, `POST /x`, as it was read from an http address or given as text. */
function load(operation: Operation, more: object = {}, retrievedFrom: string | null = null) {
  const document = {
    swagger: '2.0',
    info: { title: 'T', version: '1' },
    host: 't.example',
    basePath: '/v2',
    schemes: ['http', 'https'],
    paths: { '/x': { post: { responses: {}, ...operation } } },
    ...more,
  };
  const input = { text: JSON.stringify(document), packId: 't', overlay: null, serverUrl: null, retrievedFrom, assigned: new Map() };
  const result = importDocument({ ...input, patternFits: () => true });
  if (!result.ok) throw new Error(`${result.pointer}: ${result.reason}`);
  return result;
}

const made = (...given: Parameters<typeof load>) => {
  const [contract] = load(...given).contracts;
  return { ...contract, executor: contract?.executor as HttpExecutor };
};
const list = { type: 'array', items: { type: 'string' } };

describe('a Swagger 2.0 document', () => {
  it.each<[string, object, string | null, string]>([
    ['a secure scheme before others', {}, null, 'https://t.example/v2'],
    ['the scheme by which it was read, where none is said', { schemes: undefined }, 'http://docs.example/a.json', 'http://t.example/v2'],
    ['a secure one, where nothing is known', { schemes: undefined }, null, 'https://t.example/v2'],
    ['the host by which it was read', { host: undefined, schemes: undefined }, 'http://docs.example/a.json', 'http://docs.example/v2'],
  ])('is served under its base path: %s', (_name, more, from, server) => {
    expect(made({}, more, from).executor.server_url).toBe(server);
  });

  it('is not imported without a host that is known', () => {
    expect(load({}, { host: undefined }).leftOut).toMatchObject([{ reason: 'no absolute server address; give server_url' }]);
  });

  it('writes lists as their collectionFormat says, and leaves out an operation whose cannot be written', () => {
    const format = (collectionFormat?: string) =>
      load({ parameters: [{ name: 'l', in: 'query', collectionFormat, ...list }] }).contracts.map(({ executor }) => {
        const [place] = (executor as HttpExecutor).parameters;
        return [place?.style, place?.explode];
      });
    expect([undefined, 'csv', 'ssv', 'pipes', 'multi'].flatMap(format)).toEqual([
      ['form', false],
      ['form', false],
      ['spaceDelimited', false],
      ['pipeDelimited', false],
      ['form', true],
    ]);
    const { leftOut } = load({ parameters: [{ name: 'l', in: 'query', collectionFormat: 'tsv', ...list }] });
    expect(leftOut).toEqual([
      { operation: 'POST /x', pointer: '/paths/~1x/post/parameters/0/collectionFormat', reason: 'tsv cannot be written in the query' },
    ]);
  });

  it('makes one form of its fields: parts where one is a file, lists by their format', () => {
    const field = (name: string, more: object) => ({ name, in: 'formData', required: true, ...more });
    const lists = [field('a', list), field('b', { ...list, collectionFormat: 'multi' })];
    const plain = made({ parameters: lists }).executor.body;
    expect(plain).toMatchObject({
      media_type: 'application/x-www-form-urlencoded',
      fields: [
        { name: 'a', style: { style: 'form', explode: false } },
        { name: 'b', style: { style: 'form', explode: true } },
      ],
    });
    const { executor, input_schema: schema } = made({
      parameters: [field('f', { type: 'file' }), field('n', { type: 'integer', minimum: 1 })],
    });
    expect(executor.body).toMatchObject({ media_type: 'multipart/form-data', fields: [{ name: 'f', file: true }, { name: 'n' }] });
    expect(schema).toMatchObject({ required: ['f', 'n'], properties: { n: { type: 'integer', minimum: 1 } } });
  });

  it('keeps its definitions shared, what may be null included, and reads what it produces', () => {
    const definitions = {
      Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' }, note: { type: 'string', 'x-nullable': true } } },
    };
    const schema = { $ref: '#/definitions/Node' };
    const operation = {
      produces: ['application/vnd.t+json'],
      parameters: [{ $ref: '#/parameters/nodes' }],
      responses: { 200: { $ref: '#/responses/node' } },
    };
    const parameters = { nodes: { name: 'nodes', in: 'body', required: true, schema: { type: 'array', items: schema } } };
    const contract = made(operation, { definitions, parameters, responses: { node: { description: 'ok', schema } } });
    expect(contract.input_schema).toMatchObject({
      required: ['body'],
      $defs: { Node: { properties: { next: { $ref: '#/$defs/Node' }, note: { type: ['string', 'null'] } } } },
    });
    expect(contract.output_schema).toMatchObject({ $ref: '#/$defs/Node' });
    expect(contract.executor.headers).toEqual([{ name: 'Accept', value: 'application/vnd.t+json' }]);
  });

  it('asks for the credential that it declares', () => {
    const securityDefinitions = {
      b: { type: 'basic' },
      o: { type: 'oauth2', flow: 'application', tokenUrl: 'https://t.example', scopes: {} },
    };
    expect(made({ security: [{ b: [] }, { o: ['read'] }] }, { securityDefinitions })).toMatchObject({
      provider: { scopes: ['read'] },
      executor: { auth: [{ type: 'basic' }, { type: 'bearer' }] },
    });
  });
});
