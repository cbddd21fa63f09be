import { stepOf, type Posting } from './posting.js';
import { worthOf, type TermVector } from './posting-lists.js';
import { STEPS } from './weigh-document.js';

/** How much the best clause of a goal counts beside the whole: a capability that does one step of it well is wanted too. */
const CLAUSE_SHARE = 1.5;

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
const rarity = (documents: number, having: number): number => Math.log(1 + (documents - having + 0.5) / (having + 0.5));

/**
 * Sums are whole numbers of this, so that they are exact in whatever order they are added. Of the longest query that is read
 * (some 500 weighted terms, each of rarity 15 at most in a million documents) they stay under 2^31.
 */
const GRAIN = 2 ** -17;

export const unitOf = (weight: number, documents: number, having: number): number =>
  Math.max(1, Math.round((weight * rarity(documents, having)) / STEPS / GRAIN));

/** The score of a query of one clause, from the sum of its terms. */
export const ofOneClause = (sum: number): number => GRAIN * (sum + CLAUSE_SHARE * sum);

/** The least sum of which any score may reach this: with one clause, or all in one of several. */
export const leastSumFor = (score: number): number => Math.ceil(score / GRAIN / (1 + CLAUSE_SHARE) - 0.5);

/** The score of the whole and a share of the best clause's. 0 means that no term is there. */
export function scoreDocument(vector: TermVector, { terms, clauses }: Wanted): number {
  let whole = 0;
  const parts = clauses > 1 ? new Float64Array(clauses) : undefined;
  for (const { posting, unit, clauses: having } of terms) {
    const worth = worthOf(vector, posting.id);
    if (worth === 0) continue;
    const score = unit * stepOf(worth);
    whole += score;
    if (parts) for (let clause = 0; clause < clauses; clause += 1) if (having & (1 << clause)) parts[clause]! += score;
  }
  return parts ? GRAIN * (whole + CLAUSE_SHARE * Math.max(...parts)) : ofOneClause(whole);
}
