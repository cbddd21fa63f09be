import { FIELDS } from './fields.js';
import { numberOf } from './posting.js';
import { worthOf, type TermVector } from './posting-lists.js';
import type { Wanted } from './score-document.js';
import type { SearchDocument, SearchHit } from './search-engine.js';

/** A hit as it is told: `top` is the best hit's score. */
export function makeHit(
  { document, vector }: { document: SearchDocument; vector: TermVector },
  score: number,
  top: number,
  { terms }: Wanted,
): SearchHit {
  const having = terms.flatMap(({ posting }) => {
    const worth = worthOf(vector, posting.id);
    return worth === 0 ? [] : [{ term: posting.term, fields: numberOf(worth) }];
  });
  const matched = FIELDS.flatMap(({ name }, at) => {
    const here = having.filter(({ fields }) => (fields & (1 << at)) !== 0).map(({ term }) => term);
    return here.length > 0 ? [{ field: name, terms: here }] : [];
  });
  const { packKey, packId, capabilityId, title } = document;
  return { packKey, packId, capabilityId, title, score: Math.round((score / top) * 1000) / 1000, rawScore: score, matched };
}
