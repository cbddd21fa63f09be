import { numberOf, PER_BLOCK, stepOf, type Posting } from './posting.js';
import type { TermVector } from './posting-lists.js';
import { leastSumFor, ofOneClause, scoreDocument, type Wanted, type WantedTerm } from './score-document.js';
import { TopList } from './top-list.js';
import { has } from './visibility.js';

/** Matches are counted up to here: an exact count of a common word's would cost more than the search. */
export const MOST_COUNTED = 1_000;

/** What is searched, by ordinal. */
export interface Searched {
  readonly vectorOf: (ordinal: number) => TermVector;
  /** The documents that the caller sees, one bit each. */
  readonly visible: Uint32Array;
  readonly isBefore: (ordinal: number, other: number) => boolean;
}

export interface Found {
  readonly best: { ordinal: number; score: number }[];
  /** At most `MOST_COUNTED`. */
  readonly total: number;
}

/** A term's posting as it is read, block by block. */
interface Cursor {
  readonly posting: Posting;
  readonly unit: number;
  /** The block that is read next, by index. */
  next: number;
  /** Of the block that is read now: its places, and the most that the term adds in it. */
  from: number;
  to: number;
  most: number;
}

/**
 * The best `limit` visible documents, exactly as if all had been scored. Block by block of neighbouring documents, the rarest
 * terms are summed up first, until what the others are worth at the most in the block could not alone lift a document among
 * the best; of those others only what they add to the documents met so far matters (block-max MaxScore).
 */
export function findBest(wanted: Wanted, limit: number, searched: Searched): Found {
  const top = new TopList(limit, searched.isBefore);
  const cursors = wanted.terms.map(cursorOf).sort((a, b) => b.unit / b.posting.count - a.unit / a.posting.count);
  for (let block = 0; block * PER_BLOCK < searched.visible.length * 32; block += 1) {
    const rest = settle(cursors, block);
    const enough = enoughFor(top);
    if (rest < enough || !seesBlock(searched.visible, block)) continue;
    const size = readBlock(cursors, rest, enough, searched.visible);
    offerBlock(block, size, ROOM, wanted, top, searched);
  }
  return { best: top.best(), total: count(wanted, searched.visible) };
}

/** Sums by place in a block, zeroed between blocks; and the places that have one. */
interface Room {
  readonly sums: Int32Array;
  readonly met: Int32Array;
}

/** Used by every search in turn: a search waits for nothing. */
const ROOM: Room = { sums: new Int32Array(PER_BLOCK), met: new Int32Array(PER_BLOCK) };

/** The sum without which no document is kept; at least 1. */
const enoughFor = ({ floor }: TopList): number => Math.max(1, leastSumFor(floor));

const cursorOf = ({ posting, unit }: WantedTerm): Cursor => ({ posting, unit, next: 0, from: 0, to: 0, most: 0 });

/** Sets each cursor to a block; the most that all terms together are worth in it. */
function settle(cursors: readonly Cursor[], block: number): number {
  let rest = 0;
  for (const cursor of cursors) {
    const { posting, next } = cursor;
    cursor.most = 0;
    if (next === posting.blockCount) continue;
    const packed = posting.blocks[2 * next]!;
    if (numberOf(packed) !== block) continue;
    cursor.from = posting.blocks[2 * next + 1]!;
    cursor.to = posting.startOf(next + 1);
    cursor.most = cursor.unit * stepOf(packed);
    cursor.next = next + 1;
    rest += cursor.most;
  }
  return rest;
}

/** Sums up a block: of the documents that could be among the best, all are in `met`, and only of those met, which the caller sees, are there sums. */
function readBlock(cursors: readonly Cursor[], all: number, enough: number, visible: Uint32Array): number {
  let rest = all;
  let size = 0;
  for (const cursor of cursors) {
    if (cursor.most === 0) continue;
    if (rest < enough) add(cursor, ROOM.sums);
    else size = meet(cursor, ROOM, size, visible);
    rest -= cursor.most;
  }
  return size;
}

/* A place of `posting.ts` is taken apart in figures in these two loops: as names they cost a quarter of a search's time (measured). */

function meet({ posting: { places }, unit, from, to }: Cursor, { sums, met }: Room, known: number, visible: Uint32Array): number {
  let size = known;
  for (let at = from; at < to; at += 1) {
    const place = places[at]!;
    const local = (place >>> 6) & 4095;
    const before = sums[local]!;
    if (before === 0) {
      if ((visible[place >>> 11]! & (1 << ((place >>> 6) & 31))) === 0) continue;
      met[size++] = local;
    }
    sums[local] = before + Math.imul(unit, place & 63);
  }
  return size;
}

function add({ posting: { places }, unit, from, to }: Cursor, sums: Int32Array): void {
  for (let at = from; at < to; at += 1) {
    const place = places[at]!;
    const local = (place >>> 6) & 4095;
    const before = sums[local]!;
    if (before !== 0) sums[local] = before + Math.imul(unit, place & 63);
  }
}

/** Offers those met that have enough; leaves the sums zeroed. */
function offerBlock(block: number, size: number, { sums, met }: Room, wanted: Wanted, top: TopList, { vectorOf }: Searched): void {
  let enough = enoughFor(top);
  for (let at = 0; at < size; at += 1) {
    const local = met[at]!;
    const sum = sums[local]!;
    sums[local] = 0;
    if (sum < enough) continue;
    const ordinal = block * PER_BLOCK + local;
    // With several clauses only how the sum falls to them is not known.
    top.offer(ordinal, wanted.clauses > 1 ? scoreDocument(vectorOf(ordinal), wanted) : ofOneClause(sum));
    enough = enoughFor(top);
  }
}

function seesBlock(visible: Uint32Array, block: number): boolean {
  const words = PER_BLOCK / 32;
  const end = Math.min(visible.length, (block + 1) * words);
  for (let at = block * words; at < end; at += 1) if (visible[at] !== 0) return true;
  return false;
}

/** Visible documents that have a term, counted until there are enough; the longest posting first, which mostly settles it. */
function count({ terms }: Wanted, visible: Uint32Array): number {
  let counted: Uint32Array | undefined;
  let size = 0;
  for (const { posting } of [...terms].sort((a, b) => b.posting.count - a.posting.count)) {
    const alone = countVisible(posting, visible);
    if (alone === MOST_COUNTED) return alone;
    counted ??= new Uint32Array(visible.length);
    for (let at = 0; at < posting.count && size < MOST_COUNTED; at += 1) {
      const ordinal = numberOf(posting.places[at]!);
      if (!has(visible, ordinal) || has(counted, ordinal)) continue;
      counted[ordinal >>> 5]! |= 1 << (ordinal & 31);
      size += 1;
    }
  }
  return size;
}

function countVisible({ places, count: end }: Posting, visible: Uint32Array): number {
  let size = 0;
  for (let at = 0; at < end && size < MOST_COUNTED; at += 1) if (has(visible, numberOf(places[at]!))) size += 1;
  return size;
}
