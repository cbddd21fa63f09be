import type { TermVector } from './posting-lists.js';
import { CLAUSE_SHARE, scoreDocument, type Wanted, type WantedTerm } from './score-document.js';
import { TopList } from './top-list.js';
import { STEPS } from './weigh-document.js';

/** Matches are counted up to here: an exact count of a common word's would cost more than the search. */
export const MOST_COUNTED = 1_000;

/** Bounds are sums in another order than scores, so they may be off by a rounding. */
const SLACK = 1 + 1e-9;

export interface Searched {
  /** What each document has, by ordinal. */
  readonly vectorOf: (ordinal: number) => TermVector;
  readonly isVisible: (ordinal: number) => boolean;
  /** A zeroed place for each ordinal; left zeroed. */
  readonly sums: Float64Array;
  readonly isBefore: (ordinal: number, other: number) => boolean;
}

export interface Found {
  readonly best: { ordinal: number; score: number }[];
  readonly total: number;
}

/** A term's posting as it is read: from the step worth most downwards. */
class Cursor {
  step = STEPS - 1;

  constructor(readonly term: WantedTerm) {
    this.settle();
  }

  /** What this term can still add to a document that has not been met in it. */
  get most(): number {
    return this.step * this.term.unit;
  }

  take(): readonly number[] {
    const ordinals = this.term.posting.steps[this.step] as number[];
    this.step -= 1;
    this.settle();
    return ordinals;
  }

  private settle(): void {
    while (this.step > 0 && this.term.posting.steps[this.step] === undefined) this.step -= 1;
  }
}

/**
 * The best `limit` visible documents, exactly as if all had been scored: postings are read where they are worth most,
 * until no document that has not been met could be among the best (the threshold algorithm of Fagin, Lotem and Naor),
 * then those that still could are scored in full.
 */
export function findBest(wanted: Wanted, limit: number, searched: Searched): Found {
  const { sums, isVisible } = searched;
  const met: number[] = [];
  const cursors = wanted.terms.map((term) => new Cursor(term));
  let floor = 0;
  let rest = cursors.reduce((sum, { most }) => sum + most, 0);
  let read = 0;
  while (rest > 0 && rest * (1 + CLAUSE_SHARE) * SLACK >= floor) {
    const cursor = cursors.reduce((a, b) => (b.most > a.most ? b : a));
    const score = cursor.most;
    const ordinals = cursor.take();
    read += ordinals.length;
    for (const ordinal of ordinals) {
      if (!isVisible(ordinal)) continue;
      const sum = sums[ordinal] as number;
      if (sum === 0) met.push(ordinal);
      sums[ordinal] = sum + score;
    }
    rest = cursors.reduce((sum, { most }) => sum + most, 0);
    if (met.length >= limit && read >= met.length / 2) {
      floor = floorOf(met, sums, limit) * leastFactor(wanted);
      read = 0;
    }
  }
  const best = scoreMet(wanted, limit, searched, met, floor, rest);
  const total = count(cursors, met, searched);
  for (const ordinal of met) sums[ordinal] = 0;
  return { best, total };
}

/** A score is the sum over the terms and a share of the best clause's part of it, which is at least the mean part. */
const leastFactor = ({ clauses }: Wanted): number => 1 + CLAUSE_SHARE / Math.max(1, clauses);

function floorOf(met: readonly number[], sums: Float64Array, limit: number): number {
  const top = new TopList(limit, () => false);
  for (const ordinal of met) {
    const sum = sums[ordinal] as number;
    if (sum > top.floor) top.offer(ordinal, sum);
  }
  return top.floor;
}

function scoreMet(wanted: Wanted, limit: number, { sums, vectorOf, isBefore }: Searched, met: readonly number[], floor: number, rest: number): Found['best'] {
  const top = new TopList(limit, isBefore);
  for (const ordinal of met) {
    const most = ((sums[ordinal] as number) + rest) * (1 + CLAUSE_SHARE) * SLACK;
    if (most >= floor && most >= top.floor) top.offer(ordinal, scoreDocument(vectorOf(ordinal), wanted));
  }
  return top.best();
}

/** Those met, and then those in what was not read, until there are enough. */
function count(cursors: readonly Cursor[], met: number[], { sums, isVisible }: Searched): number {
  for (const cursor of cursors) {
    while (cursor.step > 0 && met.length < MOST_COUNTED) {
      for (const ordinal of cursor.take()) {
        if (met.length >= MOST_COUNTED) break;
        if (sums[ordinal] !== 0 || !isVisible(ordinal)) continue;
        sums[ordinal] = 1;
        met.push(ordinal);
      }
    }
  }
  return Math.min(met.length, MOST_COUNTED);
}

/** The same by scoring every document given: cheaper where the caller sees few, and what `findBest` is proven against. */
export function scoreAll(wanted: Wanted, limit: number, ordinals: Iterable<number>, { vectorOf, isBefore }: Pick<Searched, 'vectorOf' | 'isBefore'>): Found {
  const top = new TopList(limit, isBefore);
  let total = 0;
  for (const ordinal of ordinals) {
    const score = scoreDocument(vectorOf(ordinal), wanted);
    if (score === 0) continue;
    total += 1;
    top.offer(ordinal, score);
  }
  return { best: top.best(), total: Math.min(total, MOST_COUNTED) };
}
