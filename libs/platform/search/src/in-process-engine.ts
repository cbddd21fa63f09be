import { FIELDS } from './fields.js';
import { nearestIds } from './nearest-ids.js';
import type { SearchDocument, SearchEngine, SearchHit, SearchQuery, SearchResult } from './search-engine.js';
import { tokenize } from './tokenize.js';

/** BM25's saturation: how soon more of the same word says no more. */
const K1 = 1.2;

interface Entry {
  readonly document: SearchDocument;
  /** Term → its weighted frequency over the fields, and which fields have it (one bit each). */
  readonly terms: ReadonlyMap<string, { weight: number; fields: number }>;
}

/** An inverted index in memory: field-weighted BM25. */
export class InProcessEngine implements SearchEngine {
  private readonly entries = new Map<string, Entry>();
  private readonly postings = new Map<string, Map<string, { weight: number; fields: number }>>();
  private readonly lengths = FIELDS.map(() => ({ total: 0, documents: 0 }));

  get size(): number {
    return this.entries.size;
  }

  apply(document: SearchDocument): void {
    this.remove(document.packKey, document.capabilityId);
    const key = keyOf(document.packKey, document.capabilityId);
    const terms = this.weigh(document);
    this.entries.set(key, { document, terms });
    for (const [term, weight] of terms) {
      const posting = this.postings.get(term);
      if (posting) posting.set(key, weight);
      else this.postings.set(term, new Map([[key, weight]]));
    }
  }

  remove(packKey: string, capabilityId: string): void {
    const key = keyOf(packKey, capabilityId);
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    for (const term of entry.terms.keys()) {
      const posting = this.postings.get(term);
      posting?.delete(key);
      if (posting?.size === 0) this.postings.delete(term);
    }
  }

  search({ text, packKeys, limit }: SearchQuery): SearchResult {
    const terms = [...new Set(tokenize(text))];
    const scores = new Map<string, number>();
    for (const term of terms) this.score(term, packKeys, scores);
    this.addExact(text, packKeys, scores);
    const ranked = [...scores].sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1));
    const best = ranked[0]?.[1] ?? 1;
    return { hits: ranked.slice(0, limit).map(([key, score]) => this.toHit(key, score, best, terms)), total: ranked.length };
  }

  nearest(capabilityId: string, packKeys: ReadonlySet<string>, limit: number): string[] {
    const visible = [...this.entries.values()]
      .filter(({ document }) => packKeys.has(document.packKey))
      .map(({ document }) => document.capabilityId);
    return nearestIds(capabilityId, visible, limit);
  }

  private score(term: string, packKeys: ReadonlySet<string>, scores: Map<string, number>): void {
    const posting = this.postings.get(term);
    if (!posting) return;
    const idf = Math.log(1 + (this.entries.size - posting.size + 0.5) / (posting.size + 0.5));
    for (const [key, { weight }] of posting) {
      const entry = this.entries.get(key);
      if (!entry || !packKeys.has(entry.document.packKey)) continue;
      scores.set(key, (scores.get(key) ?? 0) + (idf * weight * (K1 + 1)) / (weight + K1));
    }
  }

  /** An id that is named outright comes first, whatever else the text says. */
  private addExact(text: string, packKeys: ReadonlySet<string>, scores: Map<string, number>): void {
    for (const [id] of text.toLowerCase().matchAll(/[a-z][a-z0-9_]*\.[a-z0-9_]+\.[a-z0-9_]+/g)) {
      for (const packKey of packKeys) {
        const key = keyOf(packKey, id);
        if (this.entries.has(key)) scores.set(key, Math.max(0, ...scores.values()) + 1);
      }
    }
  }

  private weigh(document: SearchDocument): Map<string, { weight: number; fields: number }> {
    const terms = new Map<string, { weight: number; fields: number }>();
    for (const [at, field] of FIELDS.entries()) {
      const words = tokenize(field.read(document));
      const length = this.lengths[at] as { total: number; documents: number };
      length.total += words.length;
      length.documents += 1;
      const average = Math.max(1, length.total / length.documents);
      const damped = field.weight / (1 - field.damping + (field.damping * words.length) / average);
      for (const word of words) {
        const known = terms.get(word);
        if (known) {
          known.weight += damped;
          known.fields |= 1 << at;
        } else terms.set(word, { weight: damped, fields: 1 << at });
      }
    }
    return terms;
  }

  private toHit(key: string, score: number, best: number, queried: readonly string[]): SearchHit {
    const { document, terms } = this.entries.get(key) as Entry;
    const matched = FIELDS.flatMap(({ name }, at) => {
      const here = queried.filter((term) => ((terms.get(term)?.fields ?? 0) & (1 << at)) !== 0);
      return here.length > 0 ? [{ field: name, terms: here }] : [];
    });
    const { packKey, packId, capabilityId, title } = document;
    return { packKey, packId, capabilityId, title, score: Math.round((score / best) * 1000) / 1000, rawScore: score, matched };
  }
}

const keyOf = (packKey: string, capabilityId: string): string => `${packKey} ${capabilityId}`;
