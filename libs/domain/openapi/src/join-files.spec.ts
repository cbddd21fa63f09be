import type { HttpExecutor } from '@turnpike/contracts';
import { importDocument, missingFiles } from './index.js';

const head = { openapi: '3.0.3', info: { title: 'T', version: '1' }, servers: [{ url: 'https://t.example' }] };
const document = (schema: object, more: object = {}) =>
  JSON.stringify({
    ...head,
    paths: { '/x': { post: { requestBody: { required: true, content: { 'application/json': { schema } } }, responses: {} } } },
    ...more,
  });
const load = (text: string, files: Record<string, string>) =>
  importDocument({
    text,
    files,
    packId: 'tt',
    overlay: null,
    serverUrl: null,
    retrievedFrom: null,
    assigned: new Map(),
    patternFits: () => true,
  });
const taken = (...given: Parameters<typeof load>) => {
  const result = load(...given);
  if (!result.ok) throw new Error(`${result.pointer}: ${result.reason}`);
  return result;
};

const FILES = {
  'schemas/user.yaml':
    'type: object\nproperties:\n  team: { $ref: "./team.json#/$defs/Team" }\n  boss: { $ref: "#/x-own" }\nx-own: { type: string }\n',
  'schemas/team.json':
    '{"$defs":{"Team":{"type":"object","properties":{"users":{"type":"array","items":{"$ref":"user.yaml"}},"mark":{"$ref":"../mark.yaml#/a~1b"}}}}}',
  'mark.yaml': '"a/b": { type: integer }\n',
};

describe('a document of several files', () => {
  it('is read as one: files within files, parts of files, references that go round', () => {
    const { contracts } = taken(document({ type: 'object', properties: { user: { $ref: 'schemas/user.yaml' } } }), FILES);
    const { properties, $defs: defs } = contracts[0]?.input_schema as Record<string, any>;
    const at = (reference: { $ref: string }) => defs[reference.$ref.slice('#/$defs/'.length)];
    const user = at(properties.user);
    expect(user.properties.boss.$ref && at(user.properties.boss)).toEqual({ type: 'string' });
    const team = at(user.properties.team);
    expect(team.properties.users.items).toEqual(properties.user);
    expect(at(team.properties.mark)).toEqual({ type: 'integer' });
    expect(Object.keys(defs).sort()).toEqual([
      'mark.yaml_a_b',
      'schemas_team.json_defs_Team',
      'schemas_user.yaml',
      'schemas_user.yaml_x-own',
    ]);
  });

  it('may keep its paths and parameters in files', () => {
    const item = 'get:\n  parameters: [{ $ref: "parameters.yaml#/page" }]\n  responses: {}\n';
    const text = JSON.stringify({ ...head, paths: { '/x': { $ref: './paths/x.yaml' } } });
    const { contracts } = taken(text, {
      'paths/x.yaml': item,
      'paths/parameters.yaml': 'page: { name: page, in: query, schema: { type: integer } }',
    });
    expect((contracts[0]?.executor as HttpExecutor).parameters).toMatchObject([{ field: 'page', in: 'query' }]);
  });

  it('may tell the branches of a discriminator by their files', () => {
    const discriminator = { propertyName: 'kind', mapping: { user: 'schemas/user.yaml' } };
    const schema = { oneOf: [{ $ref: 'schemas/user.yaml' }, { $ref: 'mark.yaml#/a~1b' }], discriminator };
    const { contracts } = taken(document({ type: 'object', properties: { any: schema } }), FILES);
    const { any } = contracts[0]?.input_schema['properties'] as Record<string, any>;
    expect(any.oneOf).toEqual([
      { allOf: [{ $ref: '#/$defs/schemas_user.yaml' }, { properties: { kind: { enum: ['user'] } }, required: ['kind'] }] },
      { $ref: '#/$defs/mark.yaml_a_b' },
    ]);
  });

  it('leaves data alone that looks like a reference', () => {
    const data = {
      type: 'object',
      properties: { a: { type: 'object', default: { $ref: 'https://t.example/a' }, enum: [{ $ref: 'b.yaml' }] } },
    };
    expect(taken(document(data), {}).contracts).toHaveLength(1);
  });

  it('names what is missing, round by round, before anything is imported', () => {
    const text = document({ properties: { a: { $ref: 'schemas/user.yaml' }, b: { $ref: 'mark.yaml#/a~1b' } } });
    expect(load(text, {})).toMatchObject({ ok: false, files: ['mark.yaml', 'schemas/user.yaml'] });
    expect(missingFiles(text, {})).toEqual(['mark.yaml', 'schemas/user.yaml']);
    const { 'schemas/team.json': _team, ...some } = FILES;
    expect(missingFiles(text, some)).toEqual(['schemas/team.json']);
    expect(missingFiles(text, FILES)).toEqual([]);
  });

  it.each([
    ['https://t.example/a.yaml', /is an address, and none is read/],
    ['file:///etc/passwd', /is an address/],
    ['//t.example/a.yaml', /is an address/],
    ['/etc/passwd', /no file in the document's folder/],
    ['../a.yaml', /leads out/],
    ['schemas/../../a.yaml', /leads out/],
    ['%2e%2e/a.yaml', /leads out/],
    ['a\\b.yaml', /no file/],
    ['./', /no file/],
    ['mark.yaml#part', /JSON Pointer/],
  ])('refuses the reference %s', (reference, reason) => {
    const pointer = '/paths/~1x/post/requestBody/content/application~1json/schema/properties/a/$ref';
    const text = document({ properties: { a: { $ref: reference } } });
    expect(load(text, FILES)).toMatchObject({ ok: false, pointer, reason: expect.stringMatching(reason) });
  });

  it('refuses a file that cannot be read, by its name, and takes none from the prototype', () => {
    const text = document({ properties: { a: { $ref: 'a.yaml' } } });
    expect(load(text, { 'a.yaml': 'a: [' })).toMatchObject({ ok: false, pointer: '/a.yaml', reason: expect.stringMatching(/YAML/) });
    expect(missingFiles(document({ properties: { a: { $ref: 'constructor' } } }), {})).toEqual(['constructor']);
  });
});
