import fc from 'fast-check';
import { findBest, scoreAll, type Searched } from './find-best.js';
import { Floor } from './floor.js';
import { OrdinalList } from './ordinal-list.js';
import { OrdinalSet } from './ordinal-set.js';
import { PostingLists, type TermVector } from './posting-lists.js';
import { unitOf, type Wanted } from './score-document.js';
import { STEPS } from './weigh-document.js';

const TERMS = ['a', 'b', 'c', 'd', 'e', 'f'];
const PACKS = 4;

/** Documents as the steps of their terms, the earlier terms rarer, so that pruning has something to skip. */
const vectors = fc.array(
  fc.record({
    pack: fc.nat(PACKS - 1),
    terms: fc.tuple(
      ...TERMS.map((term, at) =>
        fc.tuple(
          fc.constant(term),
          fc.oneof(
            { weight: TERMS.length - at, arbitrary: fc.constant(0) },
            { weight: 1 + at, arbitrary: fc.integer({ min: 1, max: STEPS - 1 }) },
          ),
        ),
      ),
    ),
  }),
  { minLength: 20, maxLength: 400, size: 'max' },
);
const query = fc.record({
  clauses: fc.integer({ min: 1, max: 3 }),
  terms: fc.subarray(TERMS, { minLength: 1 }),
  weights: fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { minLength: TERMS.length, maxLength: TERMS.length }),
  in: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: TERMS.length, maxLength: TERMS.length }),
  readsPerLookup: fc.constantFrom(0, 1, 400),
  limit: fc.integer({ min: 1, max: 12 }),
  mask: fc.array(fc.constantFrom(0, 1, 1), { minLength: PACKS, maxLength: PACKS }),
});

describe('findBest', () => {
  it('finds exactly what scoring every document finds, and leaves no sums behind', () => {
    fc.assert(
      fc.property(vectors, query, (documents, asked) => {
        const lists = new PostingLists();
        const stored: TermVector[] = documents.map(({ terms }, at) =>
          lists.add(at, new Map(terms.filter(([, step]) => step > 0).map(([term, step]) => [term, { step, fields: 1 }]))),
        );
        const searched: Searched = {
          vectorOf: (ordinal) => stored[ordinal]!,
          packOf: Int32Array.from(documents, ({ pack }) => pack),
          mask: Uint8Array.from(asked.mask),
          sums: new Int32Array(documents.length),
          met: new OrdinalList(documents.length),
          alive: new OrdinalList(documents.length),
          living: new OrdinalSet(documents.length),
          counts: Floor.counts(),
          isBefore: (a, b) => a > b,
        };
        const wanted = want(lists, documents.length, asked);
        const visible = documents.flatMap(({ pack }, at) => (asked.mask[pack] === 1 ? [at] : []));
        expect(findBest(wanted, asked.limit, searched, asked.readsPerLookup)).toEqual(scoreAll(wanted, asked.limit, visible, searched));
        expect(searched.sums.every((sum) => sum === 0)).toBe(true);
        expect(searched.living.bits.every((bits) => bits === 0)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

function want(
  lists: PostingLists,
  documents: number,
  asked: { clauses: number; terms: string[]; weights: number[]; in: number[] },
): Wanted {
  const all = (1 << asked.clauses) - 1;
  return {
    clauses: asked.clauses,
    terms: asked.terms.flatMap((term, at) => {
      const posting = lists.find(term);
      return posting ? [{ posting, unit: unitOf(asked.weights[at]!, documents, posting.count), clauses: asked.in[at]! & all || 1 }] : [];
    }),
  };
}
