import type { PostingLists } from './posting-lists.js';
import type { Posting } from './posting.js';
import { readQuery } from './read-query.js';
import { unitOf, type Wanted, type WantedTerm } from './score-document.js';

/** What a word counts that begins like one that is not known, and like one that is. */
const MEANT = 0.4;
const RELATED = 0.3;
/** What a word counts that a word that is not known is a slip away from. */
const MISSPELLED = 0.8;

/** A text as it stands against an index of so many documents. */
export function want(text: string, postings: PostingLists, documents: number): Wanted {
  const { terms, clauses } = readQuery(text);
  const wanted = new Map<Posting, WantedTerm>();
  const add = (posting: Posting, weight: number, having: number): void => {
    if (!wanted.has(posting)) wanted.set(posting, { posting, unit: unitOf(weight, documents, posting.count), clauses: having });
  };
  const found = terms.map(({ term }) => postings.find(term));
  for (const [at, { weight, clauses: having }] of terms.entries()) {
    const posting = found[at];
    if (posting) add(posting, weight, having);
  }
  // After all that is known, so that what was said outright keeps its weight.
  for (const [at, { term, weight, clauses: having, said }] of terms.entries()) {
    const posting = found[at];
    if (!said) continue;
    if (posting) for (const other of postings.relatedTo(posting)) add(other, weight * RELATED, having);
    else {
      for (const other of postings.findMisspelled(term)) add(other, weight * MISSPELLED, having);
      for (const other of postings.findMeant(term)) add(other, weight * MEANT, having);
    }
  }
  return { clauses, terms: [...wanted.values()] };
}
