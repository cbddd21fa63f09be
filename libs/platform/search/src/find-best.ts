import { PostingCursor, restOf } from './posting-cursor.js';
import type { OrdinalList } from './ordinal-list.js';
import { positionOf, type TermVector } from './posting-lists.js';
import { ScoreBounds } from './score-bounds.js';
import { ofOneClause, scoreDocument, type Wanted } from './score-document.js';
import { TopList } from './top-list.js';

/** Matches are counted up to here: an exact count of a common word's would cost more than the search. */
export const MOST_COUNTED = 1_000;

/** Finding a term in a document costs as much as reading this many places of a posting: memory is read ahead for the one, not for the other (measured). */
const READS_PER_LOOKUP = 400;

/** What is searched, by ordinal. */
export interface Searched {
  readonly vectorOf: (ordinal: number) => TermVector;
  readonly packOf: Int32Array;
  /** 1 at each pack that the caller sees. */
  readonly mask: Uint8Array;
  /** A zeroed place for each ordinal; left zeroed. */
  readonly sums: Int32Array;
  /** Room for the documents that are met, and for those of them that may be among the best. */
  readonly met: OrdinalList;
  readonly alive: OrdinalList;
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
export function findBest(wanted: Wanted, limit: number, searched: Searched, readsPerLookup = READS_PER_LOOKUP): Found {
  const cursors = wanted.terms.map((term) => new PostingCursor(term)).sort((a, b) => b.most / b.left - a.most / a.left);
  const { met, alive, sums, vectorOf } = searched;
  const bounds = new ScoreBounds(wanted, limit, sums);
  meet(cursors, bounds, searched);
  alive.copy(met);
  addRest(cursors, bounds, searched, readsPerLookup);
  const top = new TopList(limit, searched.isBefore);
  for (let at = 0; at < alive.size; at += 1) {
    const ordinal = alive.at[at] as number;
    // All terms are summed up for those alive; only how they fall to clauses is not.
    top.offer(ordinal, wanted.clauses > 1 ? scoreDocument(vectorOf(ordinal), wanted) : ofOneClause(sums[ordinal] as number));
  }
  const total = count(wanted, searched);
  for (let at = 0; at < met.size; at += 1) sums[met.at[at] as number] = 0;
  return { best: top.best(), total };
}

/** Reads postings and sums up what is found, until no document outside `met` could be among the best. */
function meet(cursors: readonly PostingCursor[], bounds: ScoreBounds, searched: Searched): void {
  const { met } = searched;
  met.size = 0;
  let read = 0;
  for (const cursor of cursors) {
    while (cursor.left > 0) {
      // Raising costs a pass over what was met; it is worth it only where as much was read since, and is left.
      if (read > met.size && cursor.left > met.size / 2) {
        bounds.raise(met);
        read = 0;
      }
      if (!bounds.reaches(restOf(cursors))) return;
      read += cursor.to - cursor.from;
      readShelf(cursor, searched);
    }
  }
}

function readShelf(cursor: PostingCursor, { sums, packOf, mask, met }: Searched): void {
  const { posting, unit } = cursor.term;
  const { ordinals, steps } = posting;
  const { to } = cursor;
  let { size } = met;
  for (let at = cursor.from; at < to; at += 1) {
    const ordinal = ordinals[at] as number;
    const sum = sums[ordinal] as number;
    if (sum === 0) {
      if (mask[packOf[ordinal] as number] !== 1) continue;
      met.at[size++] = ordinal;
    }
    sums[ordinal] = sum + unit * (steps[at] as number);
  }
  met.size = size;
  cursor.next();
}

/**
 * Adds what is not read yet to those alive: by looking it up in each, or by reading the next shelf where that is less work.
 * The upper shelves are short and lower the bound most, so that few are alive when the long ones would be read.
 */
function addRest(cursors: readonly PostingCursor[], bounds: ScoreBounds, searched: Searched, readsPerLookup: number): void {
  const { alive } = searched;
  let left = cursors.reduce((sum, cursor) => sum + cursor.left, 0);
  let read = 0;
  for (const cursor of cursors) {
    while (cursor.left > 0) {
      const before = cursor.left;
      if (alive.size * readsPerLookup < cursor.left) lookUp(cursor, searched);
      else readForAlive(cursor, searched);
      read += before - cursor.left;
      left -= before - cursor.left;
      // Letting go costs a pass over those alive; it is worth it only where as much was read since, and is left.
      if (read < alive.size || left < alive.size) continue;
      bounds.keep(alive, restOf(cursors));
      read = 0;
    }
  }
  bounds.keep(alive, 0);
}

function lookUp(cursor: PostingCursor, { alive, sums, vectorOf }: Searched): void {
  const { posting, unit } = cursor.term;
  const { top } = cursor;
  for (let index = 0; index < alive.size; index += 1) {
    const ordinal = alive.at[index] as number;
    const vector = vectorOf(ordinal);
    const step = vector.steps[positionOf(vector, posting.id)] ?? 0;
    // What is higher was read already.
    if (step <= top) sums[ordinal]! += step * unit;
  }
  cursor.skip();
}

function readForAlive(cursor: PostingCursor, { sums }: Searched): void {
  const { posting, unit } = cursor.term;
  const { ordinals, steps } = posting;
  const { to } = cursor;
  for (let at = cursor.from; at < to; at += 1) {
    const ordinal = ordinals[at] as number;
    if (sums[ordinal] !== 0) sums[ordinal]! += unit * (steps[at] as number);
  }
  cursor.next();
}

/** Those met, and then others that have a term, until there are enough. */
function count({ terms }: Wanted, { met, sums, packOf, mask }: Searched): number {
  for (const { posting } of terms) {
    for (let at = 0; at < posting.count && met.size < MOST_COUNTED; at += 1) {
      const ordinal = posting.ordinals[at] as number;
      if (sums[ordinal] !== 0 || mask[packOf[ordinal] as number] !== 1) continue;
      sums[ordinal] = 1;
      met.at[met.size++] = ordinal;
    }
  }
  return Math.min(met.size, MOST_COUNTED);
}

/** The same by scoring every document given: cheaper where the caller sees few, and what `findBest` is proven against. */
export function scoreAll(
  wanted: Wanted,
  limit: number,
  ordinals: Iterable<number>,
  { vectorOf, isBefore }: Pick<Searched, 'vectorOf' | 'isBefore'>,
): Found {
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
