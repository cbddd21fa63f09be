import fc from 'fast-check';
import { isOneSlip, Misspellings } from './misspellings.js';

const word = fc.string({ unit: fc.constantFrom(...'abcd'), minLength: 1, maxLength: 9 });

/** Damerau's distance of neighbours swapped once, the plain way. */
function distance(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      rows[i]![j] = Math.min(rows[i - 1]![j]! + 1, rows[i]![j - 1]! + 1, rows[i - 1]![j - 1]! + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) rows[i]![j] = Math.min(rows[i]![j]!, rows[i - 2]![j - 2]! + 1);
    }
  return rows[a.length]![b.length]!;
}

describe('Misspellings', () => {
  it('knows one slip from none and from two', () => {
    fc.assert(
      fc.property(word, word, (a, b) => expect(isOneSlip(a, b)).toBe(distance(a, b) === 1)),
      { numRuns: 2_000 },
    );
  });

  it('finds every known term that is one slip away, whatever the slip', () => {
    const long = word.filter(({ length }) => length >= 6);
    fc.assert(
      fc.property(fc.uniqueArray(long, { minLength: 1, maxLength: 40 }), long, (terms, asked) => {
        const misspellings = new Misspellings();
        for (const term of [...terms, 'agonea']) misspellings.add(term);
        misspellings.remove('agonea');
        const wanted = terms.filter((term) => distance(term, asked) === 1).sort();
        expect(misspellings.meantBy(asked)).toEqual(wanted.slice(0, 3));
        expect(misspellings.meantBy('agonea')).toEqual([]);
      }),
    );
  });

  it('leaves short words and numbers as they are', () => {
    const misspellings = new Misspellings();
    for (const term of ['month', '202400', 'invoic']) misspellings.add(term);
    expect(misspellings.meantBy('mouth')).toEqual([]);
    expect(misspellings.meantBy('202500')).toEqual([]);
    expect(misspellings.meantBy('invioc')).toEqual(['invoic']);
  });
});
