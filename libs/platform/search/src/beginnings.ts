/** Shorter words begin too many others to mean them. */
const SHORTEST = 3;
const MOST_ALIKE = 5;

/** Known terms by how they begin: `repo` may mean `repositori`, and `authent` `auth`. */
export class Beginnings {
  private readonly byStart = new Map<string, Set<string>>();

  add(term: string): void {
    if (!isWord(term)) return;
    const start = term.slice(0, SHORTEST);
    const terms = this.byStart.get(start);
    if (terms) terms.add(term);
    else this.byStart.set(start, new Set([term]));
  }

  remove(term: string): void {
    const start = term.slice(0, SHORTEST);
    const terms = this.byStart.get(start);
    terms?.delete(term);
    if (terms?.size === 0) this.byStart.delete(start);
  }

  /** At most 5 terms that begin with one, or that it begins with; nearest in length first, equal ones by the alphabet. */
  alike(term: string): string[] {
    if (!isWord(term)) return [];
    const far = (other: string): number => Math.abs(other.length - term.length);
    return [...(this.byStart.get(term.slice(0, SHORTEST)) ?? [])]
      .filter((other) => other.startsWith(term) || term.startsWith(other))
      .sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1))
      .slice(0, MOST_ALIKE);
  }
}

const isWord = (term: string): boolean => term.length >= SHORTEST && /^\p{L}/u.test(term);
