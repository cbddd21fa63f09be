import { exactIds } from './exact-ids.js';
import { findBest } from './find-best.js';
import { makeHit } from './make-hit.js';
import { Orders } from './orders.js';
import { PostingLists, type TermVector } from './posting-lists.js';
import type { SearchDocument, SearchEngine, SearchQuery, SearchResult } from './search-engine.js';
import { Spellings } from './spellings.js';
import { takeOut } from './take-out.js';
import { has, Visibility } from './visibility.js';
import { want } from './want.js';
import { weighDocument } from './weigh-document.js';

interface Entry {
  readonly document: SearchDocument;
  readonly vector: TermVector;
}

/** An inverted index in memory: field-weighted BM25 over a whole goal and its best clause. */
export class InProcessEngine implements SearchEngine {
  private readonly entries: (Entry | undefined)[] = [];
  private readonly freeOrdinals: number[] = [];
  private readonly byId = new Map<string, number[]>();
  private readonly postings = new PostingLists();
  private readonly spellings = new Spellings();
  private readonly visibility = new Visibility();
  private readonly orders = new Orders();
  private sums = new Int32Array(1_024);
  private touched = 0;

  get size(): number {
    return this.entries.length - this.freeOrdinals.length;
  }

  apply(document: SearchDocument): void {
    this.remove(document.packKey, document.capabilityId);
    const ordinal = this.freeOrdinals.pop() ?? this.entries.length;
    this.entries[ordinal] = { document, vector: this.postings.add(ordinal, weighDocument(document)) };
    this.visibility.place(ordinal, document.packKey);
    this.orders.set(ordinal, `${document.packKey}/${document.capabilityId}`);
    if (this.entries.length > this.sums.length) this.sums = new Int32Array(this.sums.length * 2);
    this.byId.set(document.capabilityId, [...(this.byId.get(document.capabilityId) ?? []), ordinal]);
    this.spellings.add(ordinal, document.capabilityId);
  }

  remove(packKey: string, capabilityId: string): void {
    const named = this.byId.get(capabilityId) ?? [];
    const ordinal = named.find((each) => this.at(each).document.packKey === packKey);
    if (ordinal === undefined) return;
    this.postings.remove(ordinal, this.at(ordinal).vector);
    this.spellings.remove(ordinal, capabilityId);
    takeOut(named, ordinal);
    if (named.length === 0) this.byId.delete(capabilityId);
    this.entries[ordinal] = undefined;
    this.freeOrdinals.push(ordinal);
  }

  search({ text, packKeys, limit }: SearchQuery): SearchResult {
    const visible = this.visibility.of(packKeys);
    const wanted = want(text, this.postings, this.size);
    const { best, total } = findBest(wanted, limit, {
      vectorOf: (ordinal) => this.at(ordinal).vector,
      visible,
      isBefore: this.orders.isBefore,
    });
    const exact = exactIds(text).flatMap((id) =>
      (this.byId.get(id) ?? []).filter((ordinal) => has(visible, ordinal)).sort((a, b) => (this.orders.isBefore(a, b) ? -1 : 1)),
    );
    const first = exact.map((ordinal, at) => ({ ordinal, score: (best[0]?.score ?? 0) + exact.length - at }));
    const ranked = [...first, ...best.filter(({ ordinal }) => !exact.includes(ordinal))].slice(0, limit);
    const top = ranked[0]?.score ?? 1;
    this.fetch(ranked);
    return {
      hits: ranked.map(({ ordinal, score }) => makeHit(this.at(ordinal), score, top, wanted)),
      // An id that is all stop words or signs is matched by nothing else.
      total: Math.max(total, exact.length),
    };
  }

  nearest(capabilityId: string, packKeys: ReadonlySet<string>, limit: number): string[] {
    const visible = this.visibility.of(packKeys);
    return this.spellings.nearest(capabilityId, limit, {
      idOf: (ordinal) => this.at(ordinal).document.capabilityId,
      isVisible: (ordinal) => has(visible, ordinal),
      sums: this.sums,
    });
  }

  private at(ordinal: number): Entry {
    return this.entries[ordinal] as Entry;
  }

  /**
   * Touches what the hits are made of, all at once: where memory is far, waiting for each in turn took longer than making
   * them. The sum keeps the reads from being left out.
   */
  private fetch(ranked: readonly { ordinal: number }[]): void {
    let touched = 0;
    for (const { ordinal } of ranked) {
      const { document, vector } = this.at(ordinal);
      touched +=
        document.title.length + vector[0]! + vector[vector.length >> 2]! + vector[vector.length >> 1]! + vector[vector.length - 1]!;
    }
    this.touched = touched;
  }
}
