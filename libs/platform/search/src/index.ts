export { InProcessEngine } from './in-process-engine.js';
export type { SearchDocument, SearchEngine, SearchHit, SearchQuery, SearchResult } from './search-engine.js';
export { tokenize } from './tokenize.js';
