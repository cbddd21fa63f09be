/** One capability as the index knows it. */
export interface SearchDocument {
  /** `<owner_workspace_id>/<pack_id>`: what the caller's filter is made of. */
  readonly packKey: string;
  readonly packId: string;
  readonly capabilityId: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly goals: readonly string[];
  readonly parameters: readonly { readonly name: string; readonly description: string }[];
  readonly packTitle: string;
  readonly packDescription: string;
}

export interface SearchQuery {
  /** A goal in plain language, or explicit terms. */
  readonly text: string;
  /**
   * The caller's active catalog; nothing outside is ranked, counted or named (how rare a word is, and which words are known, is told by all that is indexed).
   * An engine may remember what it made of a set, so one that was given must not be changed: a changed catalog is another set.
   */
  readonly packKeys: ReadonlySet<string>;
  readonly limit: number;
}

export interface SearchHit {
  readonly packKey: string;
  readonly packId: string;
  readonly capabilityId: string;
  readonly title: string;
  /** Share of the best hit's score, 0 to 1. */
  readonly score: number;
  /** The engine's own score, comparable within one engine and query. */
  readonly rawScore: number;
  readonly matched: readonly { readonly field: string; readonly terms: readonly string[] }[];
}

export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** What matches within the caller's catalog, counted up to 1,000. */
  readonly total: number;
}

/** Ranks capabilities for an outcome. Documents are named by (packKey, capabilityId); applying one again replaces it. */
export interface SearchEngine {
  apply(document: SearchDocument): void;
  remove(packKey: string, capabilityId: string): void;
  search(query: SearchQuery): SearchResult;
  /** Distinct ids of the caller's catalog closest in spelling to one that does not exist, closest first. */
  nearest(capabilityId: string, packKeys: ReadonlySet<string>, limit: number): string[];
  readonly size: number;
}
