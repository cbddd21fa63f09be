import fc from 'fast-check';
import { canonicalJson, contentDigest, eraOf, formatCredits, newId, newSecret, numberOf, parseCredits, versionOf } from './index.js';

describe('canonicalJson (RFC 8785)', () => {
  it('orders keys by UTF-16 code units and writes numbers and strings as ECMAScript does', () => {
    expect(canonicalJson({ '\u20ac': 1, '\r': 2, '1': 3, '\u0080': 4, ö: 5, '\ud83d\ude02': 6 })).toBe(
      '{"\\r":2,"1":3,"\u0080":4,"ö":5,"€":1,"😂":6}',
    );
    expect(canonicalJson([1e30, 4.5, 0.002, 1e-27, -0])).toBe('[1e+30,4.5,0.002,1e-27,0]');
    expect(canonicalJson({ b: undefined, a: null })).toBe('{"a":null}');
  });

  it('refuses what JSON cannot carry exactly', () => {
    for (const value of [Number.NaN, Infinity, undefined, '\ud800', () => 1]) expect(() => canonicalJson(value)).toThrow(TypeError);
  });

  it('is JSON of the same value, whatever the order of keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        const turned =
          typeof value === 'object' && value !== null && !Array.isArray(value)
            ? Object.fromEntries(Object.entries(value).reverse())
            : value;
        expect(contentDigest(turned)).toBe(contentDigest(value));
      }),
    );
  });
});

describe('credits', () => {
  it('reads back what it writes, and never loses a thousandth', () => {
    fc.assert(fc.property(fc.integer({ min: 0, max: 999_999_999_999_999 }), (milli) => parseCredits(formatCredits(milli)) === milli));
  });

  it.each(['', '1.', '.5', '1.2345', '-1', '01', '1e3', '1,5', ' 1', '1234567890123'])('refuses %j', (text) =>
    expect(parseCredits(text)).toBeNull(),
  );

  it('writes no trailing zeros', () => expect([0, 1, 500, 1000, 12_340].map(formatCredits)).toEqual(['0', '0.001', '0.5', '1', '12.34']));
});

describe('versions', () => {
  it('compare as (era, n) does, and fit a safe integer', () => {
    const era = fc.integer({ min: 1, max: 8_191 });
    const n = fc.integer({ min: 1, max: 2 ** 40 - 1 });
    fc.assert(
      fc.property(era, n, era, n, (e1, n1, e2, n2) => {
        const [a, b] = [versionOf(e1, n1), versionOf(e2, n2)];
        expect(Number.isSafeInteger(a)).toBe(true);
        expect([eraOf(a), numberOf(a)]).toEqual([e1, n1]);
        expect(Math.sign(a - b)).toBe(Math.sign(e1 - e2 || n1 - n2));
      }),
    );
  });
});

describe('ids and secrets', () => {
  it('sort by time and are never the same', () => {
    const ids = Array.from({ length: 1_000 }, () => newId('run'));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(1_000);
    expect(ids[0]).toMatch(/^run_[0-9a-f]{32}$/);
  });

  it('carry 256 random bits unless told otherwise', () => {
    expect(Buffer.from(newSecret('tt').slice(3), 'base64url')).toHaveLength(32);
    expect(new Set(Array.from({ length: 100 }, () => newSecret('tt', 128))).size).toBe(100);
  });
});
