import { PostingCursor, restOf } from './posting-cursor.js';
import { positionOf, type TermVector } from './posting-lists.js';
import { CLAUSE_SHARE, scoreDocument, type Wanted } from './score-document.js';
import { TopList } from './top-list.js';

/** Matches are counted up to here: an exact count of a common word's would cost more than the search. */
export const MOST_COUNTED = 1_000;

/** Finding a term in a document costs about as much as reading this many places of a posting. */
const READS_PER_LOOKUP = 24;

/** Bounds are sums in another order than scores, so they may be off by a rounding. */
const SLACK = 1 + 1e-9;

/** What is searched, by ordinal. */
export interface Searched {
  readonly vectorOf: (ordinal: number) => TermVector;
  readonly packOf: Int32Array;
  /** 1 at each pack that the caller sees. */
  readonly mask: Uint8Array;
  /** A zeroed place for each ordinal; left zeroed. */
  readonly sums: Float64Array;
  readonly isBefore: (ordinal: number, other: number) => boolean;
}

export interface Found {
  readonly best: { ordinal: number; score: number }[];
  /** At most `MOST_COUNTED`. */
  readonly total: number;
}

/**
 * The best `limit` visible documents, exactly as if all had been scored. Postings are read rarest term first, and in a
 * term where it is worth most, until what is left could not lift a document that has not been met among the best
 * (MaxScore, after Turtle and Flood); the rest is looked up for those that could still get there, and only these are scored.
 */
export function findBest(wanted: Wanted, limit: number, searched: Searched): Found {
  const cursors = wanted.terms.map((term) => new PostingCursor(term)).sort((a, b) => b.most / b.left - a.most / a.left);
  const met: number[] = [];
  const bounds = new Bounds(wanted, limit, searched.sums);
  meet(cursors, met, bounds, searched);
  let alive = bounds.keep(met, restOf(cursors));
  for (const cursor of cursors) {
    if (cursor.left === 0) continue;
    addRest(cursor, alive, searched);
    alive = bounds.keep(alive, restOf(cursors));
  }
  const top = new TopList(limit, searched.isBefore);
  for (const ordinal of alive) top.offer(ordinal, scoreDocument(searched.vectorOf(ordinal), wanted));
  const total = count(wanted, met, searched);
  for (const ordinal of met) searched.sums[ordinal] = 0;
  return { best: top.best(), total };
}

/** What is known of the scores from the sums so far. A score is the sum and a share of its best clause's part, which is between the mean part and all. */
class Bounds {
  private readonly least: number;
  private floor = 0;

  constructor(
    { clauses }: Wanted,
    private readonly limit: number,
    private readonly sums: Float64Array,
  ) {
    this.least = (1 + CLAUSE_SHARE / Math.max(1, clauses)) / (1 + CLAUSE_SHARE);
  }

  /** Raises what must be reached to be among the best: what the least of the best has for certain. */
  raise(met: readonly number[]): void {
    const { sums } = this;
    const top = new TopList(this.limit, () => false);
    for (let at = 0; at < met.length; at += 1) {
      const sum = sums[met[at] as number] as number;
      if (sum > top.floor) top.offer(at, sum);
    }
    this.floor = Math.max(this.floor, top.floor * this.least);
  }

  reaches(sum: number): boolean {
    return sum * SLACK >= this.floor;
  }

  keep(met: readonly number[], rest: number): number[] {
    this.raise(met);
    const { sums } = this;
    return met.filter((ordinal) => this.reaches((sums[ordinal] as number) + rest));
  }
}

/** Reads postings and sums up what is found, until no document outside `met` could be among the best. */
function meet(cursors: readonly PostingCursor[], met: number[], bounds: Bounds, { sums, packOf, mask }: Searched): void {
  let read = 0;
  for (const cursor of cursors) {
    while (cursor.left > 0) {
      // Raising costs a pass over what was met; it is worth it only where as much was read since.
      if (read > met.length && cursor.left > met.length / 2) {
        bounds.raise(met);
        read = 0;
      }
      if (!bounds.reaches(restOf(cursors))) return;
      const score = cursor.most;
      const ordinals = cursor.take();
      read += ordinals.length;
      for (let at = 0; at < ordinals.length; at += 1) {
        const ordinal = ordinals[at] as number;
        const sum = sums[ordinal] as number;
        if (sum === 0) {
          if (mask[packOf[ordinal] as number] !== 1) continue;
          met.push(ordinal);
        }
        sums[ordinal] = sum + score;
      }
    }
  }
}

/** Adds what is not read yet of a term to those alive: by looking it up in each, or by reading on where that is less work. */
function addRest(cursor: PostingCursor, alive: readonly number[], { sums, vectorOf }: Searched): void {
  const { posting, unit } = cursor.term;
  if (alive.length * READS_PER_LOOKUP < cursor.left) {
    for (const ordinal of alive) {
      const vector = vectorOf(ordinal);
      const step = vector.steps[positionOf(vector, posting.id)] ?? 0;
      if (step <= cursor.step) sums[ordinal]! += step * unit;
    }
    cursor.skip();
    return;
  }
  while (cursor.left > 0) {
    const score = cursor.most;
    for (const ordinal of cursor.take()) if (sums[ordinal] !== 0) sums[ordinal]! += score;
  }
}

/** Those met, and then others that have a term, until there are enough. */
function count({ terms }: Wanted, met: number[], { sums, packOf, mask }: Searched): number {
  for (const { posting } of terms) {
    for (let step = 1; step < posting.steps.length && met.length < MOST_COUNTED; step += 1) {
      for (const ordinal of posting.steps[step] ?? []) {
        if (sums[ordinal] !== 0 || mask[packOf[ordinal] as number] !== 1) continue;
        sums[ordinal] = 1;
        if (met.push(ordinal) === MOST_COUNTED) break;
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
