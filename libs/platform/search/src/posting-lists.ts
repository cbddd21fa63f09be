import { Beginnings } from './beginnings.js';
import { Misspellings } from './misspellings.js';
import { pack, Posting } from './posting.js';
import type { TermWorth } from './weigh-document.js';

/**
 * A document's terms: their ids, ascending, and then what each is worth, in one run of memory. What removal, exact scores and
 * the fields of a hit are read from.
 */
export type TermVector = Int32Array;

/** Terms to documents and back. Ids of terms that no document has any more are used again. */
export class PostingLists {
  private readonly byTerm = new Map<string, Posting>();
  private readonly byId: (Posting | undefined)[] = [];
  private readonly freeIds: number[] = [];
  /** Counts how often a term came or went. */
  private vocabulary = 0;
  private readonly meant = new Beginnings(3, Infinity);
  private readonly misspellings = new Misspellings();
  private readonly related = new Beginnings(4, 3);

  find(term: string): Posting | undefined {
    return this.byTerm.get(term);
  }

  /** The postings of known terms that one may mean that is not known, nearest first. */
  findMeant(term: string): Posting[] {
    return this.findAll(this.meant.alike(term));
  }

  /** The postings of known terms that one that is not known is a slip away from. */
  findMisspelled(term: string): Posting[] {
    return this.findAll(this.misspellings.meantBy(term));
  }

  /** The postings of terms that are likely of one family with one that is known, which stemming kept apart. Found once for each vocabulary. */
  relatedTo(posting: Posting): readonly Posting[] {
    if (posting.relatedAt !== this.vocabulary) {
      posting.related = this.findAll(this.related.alike(posting.term));
      posting.relatedAt = this.vocabulary;
    }
    return posting.related;
  }

  add(ordinal: number, terms: ReadonlyMap<string, TermWorth>): TermVector {
    const entries = [...terms].map(([term, worth]) => ({ posting: this.byTerm.get(term) ?? this.begin(term), worth }));
    entries.sort((a, b) => a.posting.id - b.posting.id);
    for (const { posting, worth } of entries) {
      posting.insert(ordinal, worth.step);
    }
    return Int32Array.from([...entries.map(({ posting }) => posting.id), ...entries.map(({ worth }) => pack(worth.fields, worth.step))]);
  }

  remove(ordinal: number, vector: TermVector): void {
    for (const id of vector.subarray(0, vector.length / 2)) {
      const posting = this.byId[id] as Posting;
      posting.remove(ordinal);
      if (posting.count === 0) this.end(posting);
    }
  }

  private findAll(terms: readonly string[]): Posting[] {
    return terms.map((term) => this.byTerm.get(term) as Posting);
  }

  private begin(term: string): Posting {
    const posting = new Posting(term, this.freeIds.pop() ?? this.byId.length);
    this.byTerm.set(term, posting);
    this.byId[posting.id] = posting;
    this.vocabulary += 1;
    this.meant.add(term);
    this.related.add(term);
    this.misspellings.add(term);
    return posting;
  }

  private end({ term, id }: Posting): void {
    this.byTerm.delete(term);
    this.vocabulary += 1;
    this.meant.remove(term);
    this.related.remove(term);
    this.misspellings.remove(term);
    this.byId[id] = undefined;
    this.freeIds.push(id);
  }
}

/** What a term is worth in a document: its fields and its step, packed; 0 where it is not there. */
export function worthOf(vector: TermVector, id: number): number {
  const size = vector.length / 2;
  let low = 0;
  let high = size - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = vector[middle] as number;
    if (found === id) return vector[size + middle] as number;
    if (found < id) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}
