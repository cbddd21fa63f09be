import { LIMITS } from '@turnpike/contracts';
import fc from 'fast-check';
import { readJson, UnreadableJson } from './read-json.js';

describe('readJson', () => {
  it('reads what JSON.parse reads', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => /__proto__|\d{16}/.test(text) || expect(readJson(text)).toEqual(JSON.parse(text))),
    );
  });

  it.each([
    '{"n":12345678901234567890}',
    '[9007199254740993]',
    '-9007199254740993',
    '1e999999999999999',
    '{"a":1,"b":[{"c":100000000000000000001}]}',
    '{"a\\\\":12345678901234567890}',
  ])('refuses %s, which would come out as another number', (text) => {
    expect(() => readJson(text)).toThrow(UnreadableJson);
  });

  it.each([
    '9007199254740991',
    '{"t":"12345678901234567890"}',
    '"\\"12345678901234567890"',
    '100000000000000000000',
    '0.1234567890123456789',
  ])('takes %s', (text) => {
    expect(readJson(text)).toEqual(JSON.parse(text));
  });

  it('refuses nesting beyond 64, however long, without falling over', () => {
    expect(readJson(`${'['.repeat(64)}${']'.repeat(64)}`)).toBeDefined();
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    expect(() => readJson(nested(LIMITS.bodyDepth))).not.toThrow();
    expect(() => readJson(nested(LIMITS.bodyDepth + 1))).toThrow(/nested deeper/);
    expect(() => readJson('['.repeat(500_000))).toThrow(/nested deeper/);
    expect(() => readJson(`{"a":`.repeat(100_000))).toThrow(/nested deeper/);
  });

  it('takes texts of megabytes, whatever is escaped in them', () => {
    for (const part of ['x', '"', '\\', '\\"', '[1e9999'])
      expect(readJson(JSON.stringify({ text: part.repeat(4_000_000) }))).toEqual({ text: part.repeat(4_000_000) });
  });

  it('refuses __proto__, and says in words what is broken', () => {
    expect(() => readJson('{"a":{"__proto__":{"x":1}}}')).toThrow(/__proto__/);
    expect(() => readJson('{"a":')).toThrow(UnreadableJson);
  });
});
