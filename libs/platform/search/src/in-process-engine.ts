import { exactIds } from './exact-ids.js';
import { FIELDS } from './fields.js';
import { findBest, scoreAll, type Found } from './find-best.js';
import { Floor } from './floor.js';
import { OrdinalList } from './ordinal-list.js';
import { OrdinalSet } from './ordinal-set.js';
import { PackNumbers } from './pack-numbers.js';
import { positionOf, PostingLists, type TermVector } from './posting-lists.js';
import type { Posting } from './posting.js';
import { readQuery } from './read-query.js';
import { unitOf, type Wanted, type WantedTerm } from './score-document.js';
import type { SearchDocument, SearchEngine, SearchHit, SearchQuery, SearchResult } from './search-engine.js';
import { Spellings } from './spellings.js';
import { takeOut } from './take-out.js';
import { weighDocument } from './weigh-document.js';

/** Scoring a document that the caller sees costs about as much as reading this many places in postings. */
const READS_PER_SCORE = 64;

/** What a word counts that begins like one that is not known, and like one that is. */
const MEANT = 0.4;
const RELATED = 0.3;

interface Entry {
  readonly document: SearchDocument;
  readonly vector: TermVector;
}

/** An inverted index in memory: field-weighted BM25 over a whole goal and its best clause. */
export class InProcessEngine implements SearchEngine {
  private readonly entries: (Entry | undefined)[] = [];
  private readonly freeOrdinals: number[] = [];
  private readonly byId = new Map<string, number[]>();
  private readonly byPack: number[][] = [];
  private readonly postings = new PostingLists();
  private readonly spellings = new Spellings();
  private readonly packs = new PackNumbers();
  private packOf = new Int32Array(1_024);
  private sums = new Int32Array(1_024);
  private met = new OrdinalList(1_024);
  private alive = new OrdinalList(1_024);
  private touched = 0;
  private living = new OrdinalSet(1_024);
  private readonly counts = Floor.counts();

  get size(): number {
    return this.entries.length - this.freeOrdinals.length;
  }

  apply(document: SearchDocument): void {
    this.remove(document.packKey, document.capabilityId);
    const ordinal = this.freeOrdinals.pop() ?? this.entries.length;
    this.entries[ordinal] = { document, vector: this.postings.add(ordinal, weighDocument(document)) };
    this.makeRoom();
    const pack = this.packs.of(document.packKey);
    this.packOf[ordinal] = pack;
    (this.byPack[pack] ??= []).push(ordinal);
    this.byId.set(document.capabilityId, [...(this.byId.get(document.capabilityId) ?? []), ordinal]);
    this.spellings.add(ordinal, document.capabilityId);
  }

  remove(packKey: string, capabilityId: string): void {
    const named = this.byId.get(capabilityId) ?? [];
    const ordinal = named.find((each) => this.at(each).document.packKey === packKey);
    if (ordinal === undefined) return;
    this.postings.remove(ordinal, this.at(ordinal).vector);
    this.spellings.remove(ordinal, capabilityId);
    takeOut(this.byPack[this.packOf[ordinal] as number] as number[], ordinal);
    takeOut(named, ordinal);
    if (named.length === 0) this.byId.delete(capabilityId);
    this.entries[ordinal] = undefined;
    this.freeOrdinals.push(ordinal);
  }

  search({ text, packKeys, limit }: SearchQuery): SearchResult {
    const mask = this.packs.maskOf(packKeys);
    const wanted = this.want(text);
    const { best, total } = this.find(wanted, limit, mask);
    const exact = exactIds(text).flatMap((id) =>
      (this.byId.get(id) ?? []).filter((ordinal) => this.sees(mask, ordinal)).sort((a, b) => (this.isBefore(a, b) ? -1 : 1)),
    );
    const first = exact.map((ordinal, at) => ({ ordinal, score: (best[0]?.score ?? 0) + exact.length - at }));
    const ranked = [...first, ...best.filter(({ ordinal }) => !exact.includes(ordinal))].slice(0, limit);
    const top = ranked[0]?.score ?? 1;
    this.fetch(ranked);
    return {
      hits: ranked.map(({ ordinal, score }) => this.toHit(ordinal, score, top, wanted)),
      // An id that is all stop words or signs is matched by nothing else.
      total: Math.max(total, exact.length),
    };
  }

  nearest(capabilityId: string, packKeys: ReadonlySet<string>, limit: number): string[] {
    const mask = this.packs.maskOf(packKeys);
    return this.spellings.nearest(capabilityId, limit, {
      idOf: (ordinal) => this.at(ordinal).document.capabilityId,
      isVisible: (ordinal) => this.sees(mask, ordinal),
      sums: this.sums,
    });
  }

  private want(text: string): Wanted {
    const { terms, clauses } = readQuery(text);
    const wanted = new Map<Posting, WantedTerm>();
    const add = (posting: Posting, weight: number, having: number): void => {
      if (!wanted.has(posting)) wanted.set(posting, { posting, unit: unitOf(weight, this.size, posting.count), clauses: having });
    };
    const found = terms.map(({ term }) => this.postings.find(term));
    for (const [at, { weight, clauses: having }] of terms.entries()) {
      const posting = found[at];
      if (posting) add(posting, weight, having);
    }
    // After all that is known, so that what was said outright keeps its weight.
    for (const [at, { term, weight, clauses: having, said }] of terms.entries()) {
      const posting = found[at];
      if (!said) continue;
      if (posting) for (const other of this.postings.relatedTo(posting)) add(other, weight * RELATED, having);
      else for (const other of this.postings.findMeant(term)) add(other, weight * MEANT, having);
    }
    return { clauses, terms: [...wanted.values()] };
  }

  private find(wanted: Wanted, limit: number, mask: Uint8Array): Found {
    const searched = {
      vectorOf: (ordinal: number) => this.at(ordinal).vector,
      packOf: this.packOf,
      mask,
      isBefore: (ordinal: number, other: number) => this.isBefore(ordinal, other),
      sums: this.sums,
      met: this.met,
      alive: this.alive,
      living: this.living,
      counts: this.counts,
    };
    const reads = wanted.terms.reduce((sum, { posting }) => sum + posting.count, 0);
    const seen = this.visible(mask, reads / READS_PER_SCORE);
    return seen ? scoreAll(wanted, limit, seen, searched) : findBest(wanted, limit, searched);
  }

  /** What the caller sees, where that is no more than `most`. */
  private visible(mask: Uint8Array, most: number): number[] | null {
    let size = 0;
    for (let pack = 0; pack < mask.length; pack += 1) {
      if (mask[pack] === 1) size += this.byPack[pack]?.length ?? 0;
      if (size > most) return null;
    }
    return this.byPack.flatMap((ordinals, pack) => (mask[pack] === 1 ? ordinals : []));
  }

  private sees(mask: Uint8Array, ordinal: number): boolean {
    return mask[this.packOf[ordinal] as number] === 1;
  }

  private isBefore(ordinal: number, other: number): boolean {
    const [a, b] = [this.at(ordinal).document, this.at(other).document];
    return a.packKey === b.packKey ? a.capabilityId < b.capabilityId : a.packKey < b.packKey;
  }

  private at(ordinal: number): Entry {
    return this.entries[ordinal] as Entry;
  }

  private makeRoom(): void {
    if (this.entries.length <= this.packOf.length) return;
    const packOf = new Int32Array(this.packOf.length * 2);
    packOf.set(this.packOf);
    this.packOf = packOf;
    this.sums = new Int32Array(packOf.length);
    this.met = new OrdinalList(packOf.length);
    this.alive = new OrdinalList(packOf.length);
    this.living = new OrdinalSet(packOf.length);
  }

  /**
   * Touches what the hits are made of, all at once: where memory is far, waiting for each in turn took longer than making
   * them. The sum keeps the reads from being left out.
   */
  private fetch(ranked: readonly { ordinal: number }[]): void {
    let touched = 0;
    for (const { ordinal } of ranked) {
      const { document, vector } = this.at(ordinal);
      const last = vector.ids.length - 1;
      touched += document.title.length + (vector.ids[last >> 1] as number) + (vector.ids[last] as number) + (vector.fields[last] as number);
    }
    this.touched = touched;
  }

  private toHit(ordinal: number, score: number, top: number, { terms }: Wanted): SearchHit {
    const { document, vector } = this.at(ordinal);
    const having = terms.map(({ posting }) => ({ term: posting.term, fields: vector.fields[positionOf(vector, posting.id)] ?? 0 }));
    const matched = FIELDS.flatMap(({ name }, at) => {
      const here = having.filter(({ fields }) => (fields & (1 << at)) !== 0).map(({ term }) => term);
      return here.length > 0 ? [{ field: name, terms: here }] : [];
    });
    const { packKey, packId, capabilityId, title } = document;
    return { packKey, packId, capabilityId, title, score: Math.round((score / top) * 1000) / 1000, rawScore: score, matched };
  }
}
