import { canonicalJson } from '@turnpike/kernel';
import fc from 'fast-check';
import { diffJson, type Difference } from './diff-json.js';

const MANY = 10_000;

describe('diffJson', () => {
  it('names each place by pointer, escaped, with what it was and is', () => {
    const found = diffJson({ 'a/b': 1, 'c~d': [1, 2], gone: true }, { 'a/b': 2, 'c~d': [1, 3, 4], new: null }, MANY);
    expect(found).toEqual([
      { pointer: '/a~1b', change: 'changed', from: 1, to: 2 },
      { pointer: '/c~0d/1', change: 'changed', from: 2, to: 3 },
      { pointer: '/c~0d/2', change: 'added', to: 4 },
      { pointer: '/gone', change: 'removed', from: true },
      { pointer: '/new', change: 'added', to: null },
    ]);
  });

  it('takes a list and an object for different, and the order of keys for nothing', () => {
    expect(diffJson({ a: [] }, { a: {} }, MANY)).toEqual([{ pointer: '/a', change: 'changed', from: [], to: {} }]);
    expect(diffJson({ a: 1, b: 2 }, { b: 2, a: 1 }, MANY)).toEqual([]);
  });

  it('tells fields that are named as every object’s own things are', () => {
    for (const name of ['toString', 'constructor', '__proto__']) {
      const full = JSON.parse(`{"${name}":1}`) as unknown;
      expect(diffJson({}, full, MANY)).toEqual([{ pointer: `/${name}`, change: 'added', to: 1 }]);
      expect(diffJson(full, {}, MANY)).toEqual([{ pointer: `/${name}`, change: 'removed', from: 1 }]);
    }
  });

  it('stops at its limit', () => {
    const wide = Object.fromEntries(Array.from({ length: 40 }, (_none, at) => [`k${at}`, at]));
    expect(diffJson({}, wide, 7)).toHaveLength(7);
    expect(diffJson({}, wide, 0)).toEqual([]);
  });

  it('finds nothing exactly where the values are the same, and carried out turns the one into the other', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (from, to) => {
        const found = diffJson(from, to, MANY);
        expect(found.length === 0).toBe(canonicalJson(from) === canonicalJson(to));
        expect(canonicalJson(carryOut(from, found))).toBe(canonicalJson(to));
      }),
      { numRuns: 500 },
    );
  });
});

/** A naive patch: removals from the last to the first, so that places in lists stay right. */
function carryOut(value: unknown, differences: readonly Difference[]): unknown {
  const box = { root: structuredClone(value) as unknown };
  const ordered = [
    ...differences.filter(({ change }) => change !== 'removed'),
    ...differences
      .filter(({ change }) => change === 'removed')
      .sort((a, b) => Number(b.pointer.split('/').at(-1)) - Number(a.pointer.split('/').at(-1)) || 0),
  ];
  for (const { pointer, change, to } of ordered) {
    const keys = [
      'root',
      ...pointer
        .split('/')
        .slice(1)
        .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~')),
    ];
    const last = keys.pop()!;
    let at: Record<string, unknown> = box;
    for (const key of keys) at = at[key] as Record<string, unknown>;
    if (change !== 'removed')
      Object.defineProperty(at, last, { value: structuredClone(to), enumerable: true, configurable: true, writable: true });
    else if (Array.isArray(at)) at.splice(Number(last), 1);
    else delete at[last];
  }
  return box.root;
}
