import fc from 'fast-check';
import { findBest, MOST_COUNTED, type Found, type Searched } from './find-best.js';
import { PostingLists, type TermVector } from './posting-lists.js';
import { PER_BLOCK } from './posting.js';
import { scoreDocument, unitOf, type Wanted } from './score-document.js';
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
  { minLength: 50, maxLength: 500, size: 'max' },
);
const query = fc.record({
  clauses: fc.integer({ min: 1, max: 3 }),
  terms: fc.subarray(TERMS, { minLength: 1 }),
  weights: fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { minLength: TERMS.length, maxLength: TERMS.length }),
  in: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: TERMS.length, maxLength: TERMS.length }),
  removed: fc.nat(40),
  limit: fc.integer({ min: 1, max: 12 }),
  mask: fc.array(fc.constantFrom(0, 1, 1), { minLength: PACKS, maxLength: PACKS }),
});

/** Documents lie this far apart, so that a few hundred fill several blocks. */
const APART = 61;

describe('findBest', () => {
  it('finds exactly what scoring every document finds, in whatever order documents came and went', () => {
    fc.assert(
      fc.property(vectors, fc.infiniteStream(fc.nat()), query, (documents, random, asked) => {
        const lists = new PostingLists();
        const stored = new Map<number, TermVector>();
        const add = (at: number): void => {
          const terms = documents[at]!.terms.filter(([, step]) => step > 0).map(([term, step]) => [term, { step, fields: 1 }] as const);
          stored.set(at * APART, lists.add(at * APART, new Map(terms)));
        };
        const numbers = [...documents.keys()];
        const order = numbers.map((at) => ({ at, by: random.next().value as number })).sort((a, b) => a.by - b.by);
        for (const { at } of order) add(at);
        for (const { at } of order.slice(0, asked.removed)) lists.remove(at * APART, stored.get(at * APART)!);
        for (const { at } of order.slice(0, asked.removed)) stored.delete(at * APART);
        for (const { at } of order.slice(0, asked.removed / 2)) add(at);
        const searched: Searched = {
          vectorOf: (ordinal) => stored.get(ordinal)!,
          visible: bitsOf(numbers.filter((at) => asked.mask[documents[at]!.pack] === 1).map((at) => at * APART)),
          isBefore: (a, b) => a > b,
        };
        const wanted = want(lists, documents.length, asked);
        const visible = [...stored.keys()].filter((ordinal) => asked.mask[documents[ordinal / APART]!.pack] === 1);
        expect(findBest(wanted, asked.limit, searched)).toEqual(scoreAll(wanted, asked.limit, visible, searched));
      }),
      { numRuns: 300 },
    );
  });
});

function bitsOf(ordinals: readonly number[]): Uint32Array {
  const bits = new Uint32Array((8 * PER_BLOCK) / 32);
  for (const ordinal of ordinals) bits[ordinal >>> 5]! |= 1 << (ordinal & 31);
  return bits;
}

/** The same, found the plain way. */
function scoreAll(wanted: Wanted, limit: number, ordinals: readonly number[], { vectorOf, isBefore }: Searched): Found {
  const scored = ordinals.map((ordinal) => ({ ordinal, score: scoreDocument(vectorOf(ordinal), wanted) })).filter(({ score }) => score > 0);
  scored.sort((a, b) => b.score - a.score || (isBefore(a.ordinal, b.ordinal) ? -1 : 1));
  return { best: scored.slice(0, limit), total: Math.min(scored.length, MOST_COUNTED) };
}

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
