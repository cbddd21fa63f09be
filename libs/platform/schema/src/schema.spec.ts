import { LIMITS } from '@turnpike/contracts';
import { checkLimits, compileValidator, patternFits, validate, vetSchemas } from './index.js';

const nested = (depth: number): object => (depth === 0 ? {} : { not: nested(depth - 1) });

describe('checkLimits', () => {
  it.each([
    ['too many bytes', { description: 'x'.repeat(LIMITS.schemaBytes) }, '', /bytes/],
    ['too deep', nested(LIMITS.schemaDepth + 1), '/not'.repeat(LIMITS.schemaDepth + 1), /deeper/],
    ['too many parts', { anyOf: Array.from({ length: LIMITS.schemaNodes }, () => ({})) }, `/anyOf/${LIMITS.schemaNodes - 1}`, /parts/],
    [
      'too many properties',
      { properties: Object.fromEntries(Array.from({ length: LIMITS.schemaPropertiesPerObject + 1 }, (_, at) => [`p${at}`, {}])) },
      '/properties',
      /properties/,
    ],
    ['a pattern with a look-ahead', { properties: { a: { pattern: '(?=a)b' } } }, '/properties/a/pattern', /RE2/],
    ['a reference to elsewhere', { items: { $ref: 'https://example.com/s.json' } }, '/items/$ref', /same schema/],
    ['a reference to nothing', { items: { $ref: '#/$defs/None' } }, '/items/$ref', /nothing/],
  ])('refuses %s', (_name, schema, pointer, reason) => {
    expect(checkLimits(schema)).toEqual({ pointer, reason: expect.stringMatching(reason) });
  });

  it('takes a schema at each limit', () => {
    expect(checkLimits(nested(LIMITS.schemaDepth))).toBeNull();
    expect(checkLimits({ anyOf: Array.from({ length: LIMITS.schemaNodes - 1 }, () => ({})) })).toBeNull();
    expect(
      checkLimits({ properties: Object.fromEntries(Array.from({ length: LIMITS.schemaPropertiesPerObject }, (_, at) => [`p${at}`, {}])) }),
    ).toBeNull();
  });

  it('takes properties that are named like keywords', () => {
    expect(checkLimits({ properties: { pattern: { type: 'string' }, $ref: { type: 'string' }, $id: {} } })).toBeNull();
  });
});

const offered = (...schemas: unknown[]) => schemas.map((schema) => ({ schema, validates: true }));

describe('vetSchemas', () => {
  it('passes good schemas, recursive ones too', async () => {
    const tree = { $ref: '#/$defs/Node', $defs: { Node: { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } } } };
    expect(await vetSchemas(offered(tree, { type: 'string', pattern: '^a+$' }, { type: 'string', format: 'made-up' }))).toEqual({
      ok: true,
    });
  });

  it('names the schema and the place that is no JSON Schema', async () => {
    expect(await vetSchemas(offered({}, { properties: { a: { type: 'strin' } } }))).toMatchObject({
      ok: false,
      index: 1,
      pointer: '/properties/a/type',
    });
  });

  it('gives up on one that costs too much, and names it', async () => {
    const wide = { anyOf: Array.from({ length: 1_900 }, (_, at) => ({ const: `c${at}` })) };
    expect(await vetSchemas(offered({}, wide), { milliseconds: 1, megabytes: 64 })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/took more/),
    });
  });

  it('survives a schema that takes the worker’s whole memory', async () => {
    // Many small objects that all stay alive: a few large arrays may pass, since the bound is on what a collection leaves.
    const branches = (at: number) => Array.from({ length: 3_900 }, (_, branch) => ({ const: `${at}.${branch}` }));
    const huge = Array.from({ length: 100 }, (_, at) => ({ anyOf: branches(at) }));
    expect(await vetSchemas(offered(...huge), { milliseconds: 20_000, megabytes: 4 })).toMatchObject({ ok: false });
  });
});

describe('validate', () => {
  const schema = {
    type: 'object',
    properties: { name: { type: 'string' }, kind: { enum: ['a', 'b'] } },
    required: ['name'],
    additionalProperties: false,
  };
  const validator = compileValidator('sha256:test', schema);

  it('answers nothing for what matches', () => {
    expect(validate(validator, { name: 'x', kind: 'a' })).toEqual([]);
  });

  it('says where, which values are allowed, and the nearest name of an unknown field', () => {
    expect(validate(validator, { nme: 1, kind: 'c' })).toEqual([
      { pointer: '', keyword: 'required', message: 'the field name is missing' },
      { pointer: '/nme', keyword: 'additionalProperties', message: 'is not a known field', nearest: 'name' },
      { pointer: '/kind', keyword: 'enum', message: expect.any(String), allowed: ['a', 'b'] },
    ]);
  });

  it('stops at 50 issues', () => {
    const many = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`unknown${at}`, 1]));
    expect(validate(validator, many)).toHaveLength(50);
  });

  it('keeps patterns apart', () => {
    const two = compileValidator('sha256:two', { properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } } });
    expect(validate(two, { a: 'a', b: 'b' })).toEqual([]);
    expect(validate(two, { a: 'b', b: 'a' })).toHaveLength(2);
  });

  it('matches a hostile pattern in linear time', () => {
    expect(patternFits('(a+)+$')).toBe(true);
    const hostile = compileValidator('sha256:hostile', { type: 'string', pattern: '^(a+)+$' });
    const started = performance.now();
    expect(validate(hostile, `${'a'.repeat(5_000)}b`)).toHaveLength(1);
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
