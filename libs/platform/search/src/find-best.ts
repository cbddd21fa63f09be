import { Floor } from './floor.js';
import type { OrdinalList } from './ordinal-list.js';
import type { OrdinalSet } from './ordinal-set.js';
import { PostingCursor, restOf } from './posting-cursor.js';
import { positionOf, type TermVector } from './posting-lists.js';
import { ofOneClause, scoreDocument, type Wanted } from './score-document.js';
import { TopList } from './top-list.js';

/** Matches are counted up to here: an exact count of a common word's would cost more than the search. */
export const MOST_COUNTED = 1_000;

/** Finding a term in a document costs as much as reading this many places of a posting: memory is read ahead for the one, not for the other (measured). */
const READS_PER_LOOKUP = 1_000;

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
  /** Those alive once more; empty, and left empty. */
  readonly living: OrdinalSet;
  /** `Floor.counts()`. */
  readonly counts: Int32Array;
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
  const floor = new Floor(wanted, limit, searched.counts);
  meet(cursors, floor, searched);
  addRest(cursors, floor, searched, readsPerLookup);
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
function meet(cursors: readonly PostingCursor[], floor: Floor, searched: Searched): void {
  searched.met.size = 0;
  for (const cursor of cursors) {
    while (cursor.left > 0) {
      if (restOf(cursors) < floor.sum) return;
      readShelf(cursor, floor, searched);
    }
  }
}

function readShelf(cursor: PostingCursor, floor: Floor, { sums, packOf, mask, met }: Searched): void {
  const { posting, unit } = cursor.term;
  const { ordinals, steps } = posting;
  const { to } = cursor;
  const list = met.at;
  const { enough } = floor;
  let { size } = met;
  for (let at = cursor.from; at < to; at += 1) {
    const ordinal = ordinals[at] as number;
    const before = sums[ordinal] as number;
    if (before === 0) {
      if (mask[packOf[ordinal] as number] !== 1) continue;
      list[size++] = ordinal;
    }
    const sum = before + unit * (steps[at] as number);
    sums[ordinal] = sum;
    if (sum >= enough) floor.count(before, sum);
  }
  met.size = size;
  floor.raise();
  cursor.next();
}

/**
 * Sums up what is not read yet for those that could still be among the best: by looking it up in each, or by reading the
 * next shelf where that is less work. The upper shelves are short and lower the bound most, so that few are alive when the
 * long ones would be read.
 */
function addRest(cursors: readonly PostingCursor[], floor: Floor, searched: Searched, readsPerLookup: number): void {
  const { alive, living } = searched;
  choose(floor.sum - restOf(cursors), searched);
  let left = cursors.reduce((sum, cursor) => sum + cursor.left, 0);
  let read = 0;
  for (const cursor of cursors) {
    while (cursor.left > 0) {
      const before = cursor.left;
      if (alive.size * readsPerLookup < before) lookUp(cursor, floor, searched);
      else readForAlive(cursor, floor, searched);
      read += before - cursor.left;
      left -= before - cursor.left;
      // Letting go costs a pass over those alive; it is worth it only where as much was read since, and is left.
      if (read < alive.size || left < alive.size) continue;
      letGo(floor.sum - restOf(cursors), searched);
      read = 0;
    }
  }
  letGo(floor.sum, searched);
  for (let at = 0; at < alive.size; at += 1) living.remove(alive.at[at] as number);
}

/** Of those met, the ones whose sum is enough are alive. */
function choose(needed: number, { met, alive, living, sums }: Searched): void {
  let size = 0;
  for (let at = 0; at < met.size; at += 1) {
    const ordinal = met.at[at] as number;
    if ((sums[ordinal] as number) < needed) continue;
    alive.at[size++] = ordinal;
    living.add(ordinal);
  }
  alive.size = size;
}

function letGo(needed: number, { alive, living, sums }: Searched): void {
  let size = 0;
  for (let at = 0; at < alive.size; at += 1) {
    const ordinal = alive.at[at] as number;
    if ((sums[ordinal] as number) >= needed) alive.at[size++] = ordinal;
    else living.remove(ordinal);
  }
  alive.size = size;
}

function lookUp(cursor: PostingCursor, floor: Floor, { alive, sums, vectorOf }: Searched): void {
  const { posting, unit } = cursor.term;
  const { top } = cursor;
  const { enough } = floor;
  for (let index = 0; index < alive.size; index += 1) {
    const ordinal = alive.at[index] as number;
    const vector = vectorOf(ordinal);
    const step = vector.steps[positionOf(vector, posting.id)] ?? 0;
    // What is higher was read already.
    if (step === 0 || step > top) continue;
    const before = sums[ordinal] as number;
    sums[ordinal] = before + step * unit;
    if (sums[ordinal] >= enough) floor.count(before, sums[ordinal]);
  }
  floor.raise();
  cursor.skip();
}

function readForAlive(cursor: PostingCursor, floor: Floor, { sums, living: { bits } }: Searched): void {
  const { posting, unit } = cursor.term;
  const { ordinals, steps } = posting;
  const { to } = cursor;
  const { enough } = floor;
  for (let at = cursor.from; at < to; at += 1) {
    const ordinal = ordinals[at] as number;
    if (((bits[ordinal >>> 5] as number) & (1 << (ordinal & 31))) === 0) continue;
    const before = sums[ordinal] as number;
    const sum = before + unit * (steps[at] as number);
    sums[ordinal] = sum;
    if (sum >= enough) floor.count(before, sum);
  }
  floor.raise();
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
