import type { SearchDocument } from './search-engine.js';

export interface Field {
  readonly name: string;
  /** How much a word in it says. */
  readonly weight: number;
  /** How much a long one is damped: BM25F's b, 0 to 1. */
  readonly damping: number;
  /**
   * Words in a usual one. A constant, not the catalog's mean, so that what a document is worth does not depend on
   * what came before it: every replica ranks alike, in whatever order it was told.
   */
  readonly usual: number;
  readonly read: (document: SearchDocument) => string;
}

export const FIELDS: readonly Field[] = [
  { name: 'id', weight: 2.5, damping: 0.3, usual: 3, read: ({ capabilityId }) => capabilityId.replace(/[._]/g, ' ') },
  { name: 'title', weight: 2.5, damping: 0.4, usual: 3, read: ({ title }) => title },
  { name: 'goals', weight: 2, damping: 0.5, usual: 15, read: ({ goals }) => goals.join('\n') },
  { name: 'summary', weight: 1.5, damping: 0.6, usual: 10, read: ({ summary }) => summary },
  { name: 'description', weight: 1, damping: 0.4, usual: 20, read: ({ description }) => description },
  {
    name: 'parameters',
    weight: 0.5,
    damping: 0.75,
    usual: 25,
    read: ({ parameters }) => parameters.map(({ name, description }) => `${name} ${description}`).join('\n'),
  },
  {
    name: 'pack',
    weight: 0.6,
    damping: 0.75,
    usual: 15,
    read: ({ packId, packTitle, packDescription }) => `${packId} ${packTitle} ${packDescription}`,
  },
];
