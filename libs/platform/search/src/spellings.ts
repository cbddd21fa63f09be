import { takeOut } from './take-out.js';

const LONGEST_ID = 200;
/** Ids that share no more than this of their letter pairs are not alike. */
const LEAST_LIKENESS = 1 / 3;
/** Ids compared in full: those that share most of the triples that were read. */
const MOST_COMPARED = 100;
/** Places of postings read, rarest triples first; only in a catalog of tens of thousands are there more. */
const MOST_READ = 30_000;

export interface Spelled {
  readonly idOf: (ordinal: number) => string;
  readonly isVisible: (ordinal: number) => boolean;
  /** A zeroed place for each ordinal; left zeroed. */
  readonly sums: Int32Array;
}

/** Ids by their triples of letters, which tell few apart from many; how alike two are is told by their pairs. */
export class Spellings {
  private readonly byTriple = new Map<string, number[]>();

  add(ordinal: number, id: string): void {
    for (const triple of runsOf(id, 3)) {
      const ordinals = this.byTriple.get(triple);
      if (ordinals) ordinals.push(ordinal);
      else this.byTriple.set(triple, [ordinal]);
    }
  }

  remove(ordinal: number, id: string): void {
    for (const triple of runsOf(id, 3)) {
      const ordinals = this.byTriple.get(triple) as number[];
      takeOut(ordinals, ordinal);
      if (ordinals.length === 0) this.byTriple.delete(triple);
    }
  }

  /** Distinct ids of visible documents that share a triple with one, most alike first, by the share of pairs in common (Dice). */
  nearest(id: string, limit: number, spelled: Spelled): string[] {
    const wanted = pairsOf(id);
    const likely = new Map<string, number>();
    for (const ordinal of this.candidates(runsOf(id, 3), spelled)) {
      const other = spelled.idOf(ordinal);
      if (likely.has(other)) continue;
      const likeness = dice(wanted, pairsOf(other));
      if (likeness > LEAST_LIKENESS) likely.set(other, likeness);
    }
    return [...likely]
      .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([other]) => other);
  }

  private candidates(wanted: ReadonlySet<string>, { isVisible, sums }: Spelled): number[] {
    const postings = [...wanted].map((triple) => this.byTriple.get(triple) ?? []).sort((a, b) => a.length - b.length);
    const met: number[] = [];
    const sharing = new Int32Array(postings.length + 1);
    let read = 0;
    for (const ordinals of postings) {
      read += ordinals.length;
      if (read > MOST_READ && met.length > 0) break;
      for (const ordinal of ordinals) {
        const shared = (sums[ordinal] as number) + 1;
        if (shared === 1) {
          if (!isVisible(ordinal)) continue;
          met.push(ordinal);
        }
        sums[ordinal] = shared;
        sharing[shared]! += 1;
      }
    }
    // `sharing` tells how many share at least so many: the most that keeps enough to compare.
    let least = postings.length;
    while (least > 1 && (sharing[least] as number) < MOST_COMPARED) least -= 1;
    const most: number[] = [];
    const rest: number[] = [];
    for (const ordinal of met) {
      const shared = sums[ordinal] as number;
      sums[ordinal] = 0;
      if (shared > least) most.push(ordinal);
      else if (shared === least) rest.push(ordinal);
    }
    return [...most, ...rest.slice(0, MOST_COMPARED - most.length)];
  }
}

function dice(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size || 1);
}

/** The distinct pairs of letters as numbers, which are compared a hundred times where texts are once; a shorter id is one. */
function pairsOf(id: string): Set<number> {
  const lower = lowered(id);
  const pairs = new Set<number>();
  for (let at = 0; at < Math.max(1, lower.length - 1); at += 1) pairs.add(lower.charCodeAt(at) * 65_536 + (lower.charCodeAt(at + 1) || 0));
  return pairs;
}

/** The distinct runs of so many letters; a shorter id is one run. */
function runsOf(id: string, length: number): Set<string> {
  const lower = lowered(id);
  return new Set(Array.from({ length: Math.max(1, lower.length - length + 1) }, (_, at) => lower.slice(at, at + length)));
}

const lowered = (id: string): string => id.toLowerCase().slice(0, LONGEST_ID);
