export { exactIds } from './exact-ids.js';
export { InProcessEngine } from './in-process-engine.js';
export { LearnedGoals, type LearnedGoal, type LikeGoal } from './learned-goals.js';
export { rankWithLearned } from './rank-with-learned.js';
export type { SearchDocument, SearchEngine, SearchHit, SearchQuery, SearchResult } from './search-engine.js';
export { tokenize } from './tokenize.js';
