export { migrations } from './migrations.js';
export { startRegistry } from './start-registry.js';
