const MOST_ALIKE = 5;

/** Known terms by how they begin: `repo` may mean `repositori`, and `authent` `auth`. */
export class Beginnings {
  private readonly byStart = new Map<string, Set<string>>();

  /** `shortest`: the least letters that two must share; `farthest`: the most that one may have more. */
  constructor(
    private readonly shortest: number,
    private readonly farthest: number,
  ) {}

  add(term: string): void {
    if (!this.isWord(term)) return;
    const start = term.slice(0, this.shortest);
    const terms = this.byStart.get(start);
    if (terms) terms.add(term);
    else this.byStart.set(start, new Set([term]));
  }

  remove(term: string): void {
    const start = term.slice(0, this.shortest);
    const terms = this.byStart.get(start);
    terms?.delete(term);
    if (terms?.size === 0) this.byStart.delete(start);
  }

  /** At most 5 others that begin with a term, or that it begins with; nearest in length first, equal ones by the alphabet. */
  alike(term: string): string[] {
    const found: string[] = [];
    if (!this.isWord(term)) return found;
    const far = (other: string): number => Math.abs(other.length - term.length);
    for (const other of this.byStart.get(term.slice(0, this.shortest)) ?? [])
      if (other !== term && far(other) <= this.farthest && (other.startsWith(term) || term.startsWith(other))) found.push(other);
    return found.sort((a, b) => far(a) - far(b) || (a < b ? -1 : 1)).slice(0, MOST_ALIKE);
  }

  private isWord(term: string): boolean {
    return term.length >= this.shortest && /^\p{L}/u.test(term);
  }
}
