import type { Posting } from './posting.js';
import { positionOf, type TermVector } from './posting-lists.js';
import { STEPS } from './weigh-document.js';

/** How much the best clause of a goal counts beside the whole: a capability that does one step of it well is wanted too. */
export const CLAUSE_SHARE = 0.5;

/** A query's term that some document has. */
export interface WantedTerm {
  readonly posting: Posting;
  /** What one step of it adds to a score. */
  readonly unit: number;
  readonly clauses: number;
}

/** A query as it stands against the index: rarest terms say most. */
export interface Wanted {
  readonly terms: readonly WantedTerm[];
  readonly clauses: number;
}

/** The inverse document frequency of BM25, never negative. */
export const rarity = (documents: number, having: number): number => Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/**
 * Sums are whole numbers of this, so that they are exact in whatever order they are added. Of the longest query that is read
 * (some 500 weighted terms, each of rarity 15 at most in a million documents) they stay under 2^31.
 */
const GRAIN = 2 ** -17;

export const unitOf = (weight: number, documents: number, having: number): number =>
  Math.max(1, Math.round((weight * rarity(documents, having)) / STEPS / GRAIN));

/** The score of a query of one clause, from the sum of its terms. */
export const ofOneClause = (sum: number): number => GRAIN * (sum + CLAUSE_SHARE * sum);

/** The score of the whole and a share of the best clause's. 0 means that no term is there. */
export function scoreDocument(vector: TermVector, { terms, clauses }: Wanted): number {
  let whole = 0;
  const parts = clauses > 1 ? new Float64Array(clauses) : undefined;
  for (const { posting, unit, clauses: having } of terms) {
    const at = positionOf(vector, posting.id);
    if (at < 0) continue;
    const score = unit * (vector.steps[at] as number);
    whole += score;
    if (parts) for (let clause = 0; clause < clauses; clause += 1) if (having & (1 << clause)) parts[clause]! += score;
  }
  return parts ? GRAIN * (whole + CLAUSE_SHARE * Math.max(...parts)) : ofOneClause(whole);
}
