import type { SearchDocument } from './search-engine.js';

/** A field of a document: how much a word in it says, and how much a long one is damped (BM25F's b). */
export interface Field {
  readonly name: string;
  readonly weight: number;
  readonly damping: number;
  readonly read: (document: SearchDocument) => string;
}

export const FIELDS: readonly Field[] = [
  { name: 'id', weight: 2.5, damping: 0.3, read: ({ capabilityId }) => capabilityId.replace(/[._]/g, ' ') },
  { name: 'title', weight: 2.5, damping: 0.4, read: ({ title }) => title },
  { name: 'goals', weight: 2, damping: 0.5, read: ({ goals }) => goals.join('\n') },
  { name: 'summary', weight: 1.5, damping: 0.6, read: ({ summary }) => summary },
  { name: 'description', weight: 1, damping: 0.75, read: ({ description }) => description },
  {
    name: 'parameters',
    weight: 0.3,
    damping: 0.75,
    read: ({ parameters }) => parameters.map(({ name, description }) => `${name} ${description}`).join('\n'),
  },
  {
    name: 'pack',
    weight: 0.6,
    damping: 0.75,
    read: ({ packId, packTitle, packDescription }) => `${packId} ${packTitle} ${packDescription}`,
  },
];
