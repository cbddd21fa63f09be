import { takeOut } from './posting-lists.js';

const LONGEST_ID = 200;
/** Ids that share no more than this of their letter pairs are not alike. */
const LEAST_LIKENESS = 1 / 3;

/** Ids by their pairs of letters: which are spelled most like a given one. */
export class LetterPairs {
  private readonly byPair = new Map<string, number[]>();

  add(ordinal: number, id: string): void {
    for (const pair of pairsOf(id)) {
      const ordinals = this.byPair.get(pair);
      if (ordinals) ordinals.push(ordinal);
      else this.byPair.set(pair, [ordinal]);
    }
  }

  remove(ordinal: number, id: string): void {
    for (const pair of pairsOf(id)) {
      const ordinals = this.byPair.get(pair) as number[];
      takeOut(ordinals, ordinal);
      if (ordinals.length === 0) this.byPair.delete(pair);
    }
  }

  /** Distinct ids of visible documents, most alike first, by the share of pairs in common (Dice); `counts` is zeroed and left so. */
  nearest(id: string, limit: number, counts: Float64Array, idOf: (ordinal: number) => string, isVisible: (ordinal: number) => boolean): string[] {
    const wanted = pairsOf(id);
    const met: number[] = [];
    for (const pair of wanted) {
      for (const ordinal of this.byPair.get(pair) ?? []) {
        if (!isVisible(ordinal)) continue;
        const count = counts[ordinal] as number;
        if (count === 0) met.push(ordinal);
        counts[ordinal] = count + 1;
      }
    }
    const likely = new Map<string, number>();
    for (const ordinal of met) {
      const shared = counts[ordinal] as number;
      counts[ordinal] = 0;
      // At best every pair of the other is shared.
      if ((2 * shared) / (wanted.size + shared) <= LEAST_LIKENESS) continue;
      const other = idOf(ordinal);
      const likeness = (2 * shared) / (wanted.size + pairsOf(other).size);
      if (likeness > LEAST_LIKENESS) likely.set(other, likeness);
    }
    return [...likely]
      .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
      .slice(0, limit)
      .map(([other]) => other);
  }
}

function pairsOf(id: string): Set<string> {
  const lower = id.toLowerCase().slice(0, LONGEST_ID);
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)));
}
