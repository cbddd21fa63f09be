export { migrations } from './migrations.js';
export { startIndex } from './start-index.js';
