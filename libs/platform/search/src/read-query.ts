import { synonymsOf } from './synonyms.js';
import { tokenize } from './tokenize.js';

const MOST_CLAUSES = 16;
const MOST_TERMS = 64;
const LONGEST_TEXT = 4_000;
/** How far a repeated word counts more than one that is said once. */
const REPEAT = 0.3;
/** What a word that only may stand for another counts beside it. */
const SYNONYM = 0.2;
/** A clause ends at a stop, or where the next step of the goal is named. "And" joins nouns as often, but splitting those hurts less than joining two goals (measured). */
const CLAUSE_END = /[.;!?\n]\s|[,，。；！？、]|\b(?:and|then|after that|so that|in order to|based on)\b/iu;

export interface QueryTerm {
  readonly term: string;
  readonly weight: number;
  /** The clauses that have it, one bit each. */
  readonly clauses: number;
  /** Whether the text has it; otherwise it stands in for one that the text has. */
  readonly said: boolean;
}

export interface ReadQuery {
  readonly terms: readonly QueryTerm[];
  readonly clauses: number;
}

/** A goal's distinct terms (the first 64) and the clauses (the first 16; what follows belongs to the last) that they stand in, and their synonyms. */
export function readQuery(text: string): ReadQuery {
  const parts = text
    .slice(0, LONGEST_TEXT)
    .split(CLAUSE_END)
    .map(tokenize)
    .filter(({ length }) => length > 0);
  const said = new Map<string, { count: number; clauses: number }>();
  for (const [at, words] of parts.entries()) {
    for (const word of words) {
      const known = said.get(word);
      if (!known && said.size === MOST_TERMS) continue;
      said.set(word, { count: (known?.count ?? 0) + 1, clauses: (known?.clauses ?? 0) | (1 << Math.min(at, MOST_CLAUSES - 1)) });
    }
  }
  const terms = [...said].map(([term, { count, clauses }]) => ({ term, weight: count ** REPEAT, clauses, said: true }));
  return { terms: [...terms, ...standIns(terms)], clauses: Math.min(parts.length, MOST_CLAUSES) };
}

function standIns(terms: readonly QueryTerm[]): QueryTerm[] {
  const said = new Set(terms.map(({ term }) => term));
  return terms.flatMap(({ term, weight, clauses }) =>
    synonymsOf(term).flatMap((other) => {
      if (said.has(other)) return [];
      said.add(other);
      return [{ term: other, weight: weight * SYNONYM, clauses, said: false }];
    }),
  );
}
