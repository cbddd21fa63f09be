export { eventually } from './eventually.js';
export { freshDatabase, type FreshDatabase } from './fresh-database.js';
export { manualClock, type ManualClock } from './manual-clock.js';
