import { FIELDS } from './fields.js';
import type { SearchDocument } from './search-engine.js';
import { tokenize } from './tokenize.js';

/** BM25's saturation: how soon more of the same word says no more. */
const K1 = 1.2;

/** A term's worth in a document is one of these steps, 1 to 63: as fine as ranking needs, and postings can be kept by it. */
export const STEPS = 64;

export interface TermWorth {
  readonly step: number;
  /** The fields that have the term, one bit each in the order of `FIELDS`. */
  readonly fields: number;
}

/** What each of a document's terms is worth in it: its frequency over the weighted fields, saturated (BM25F). */
export function weighDocument(document: SearchDocument): Map<string, TermWorth> {
  const terms = new Map<string, { weight: number; fields: number }>();
  for (const [at, field] of FIELDS.entries()) {
    const words = tokenize(field.read(document));
    const each = field.weight / (1 - field.damping + (field.damping * words.length) / field.usual);
    for (const word of words) {
      const known = terms.get(word) ?? { weight: 0, fields: 0 };
      terms.set(word, { weight: known.weight + each, fields: known.fields | (1 << at) });
    }
  }
  return new Map([...terms].map(([term, { weight, fields }]) => [term, { step: stepOf(weight), fields }]));
}

const stepOf = (weight: number): number => Math.min(STEPS - 1, Math.max(1, Math.round((weight / (weight + K1)) * STEPS)));
