/** Shorter words have too many neighbours that mean something else, and numbers mean what they say. */
const SHORTEST = 6;
const MOST_MEANT = 3;

/**
 * Known terms by what a slip leaves of them: one letter left out, put in, changed, or two neighbours swapped leave the first
 * letter or the last as it was, and the length to within one.
 */
export class Misspellings {
  private readonly byEdge = new Map<string, Set<string>>();

  add(term: string): void {
    for (const edge of edgesOf(term, term.length)) {
      const terms = this.byEdge.get(edge);
      if (terms) terms.add(term);
      else this.byEdge.set(edge, new Set([term]));
    }
  }

  remove(term: string): void {
    for (const edge of edgesOf(term, term.length)) {
      const terms = this.byEdge.get(edge);
      terms?.delete(term);
      if (terms?.size === 0) this.byEdge.delete(edge);
    }
  }

  /** At most 3 known terms that are one slip away from a word that is not known, by the alphabet. */
  meantBy(word: string): string[] {
    const found = new Set<string>();
    for (const length of [word.length - 1, word.length, word.length + 1])
      for (const edge of edgesOf(word, length)) for (const term of this.byEdge.get(edge) ?? []) if (isOneSlip(word, term)) found.add(term);
    return [...found].sort().slice(0, MOST_MEANT);
  }
}

function edgesOf(word: string, length: number): string[] {
  if (word.length < SHORTEST || length < SHORTEST || !/^\p{L}+$/u.test(word)) return [];
  return [`${word[0]}…${length}`, `…${word[word.length - 1]}${length}`];
}

/** Whether two words differ by one letter left out, put in or changed, or by two neighbours swapped (Damerau). */
export function isOneSlip(one: string, other: string): boolean {
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  if (one.length !== other.length) return one.slice(start + 1) === other.slice(start) || one.slice(start) === other.slice(start + 1);
  if (one.slice(start + 1) === other.slice(start + 1)) return start < one.length;
  return one[start] === other[start + 1] && one[start + 1] === other[start] && one.slice(start + 2) === other.slice(start + 2);
}
