export { afterRestore } from './turns/after-restore.js';
export { migrations } from './migrations.js';
export { startRegistry } from './start-registry.js';
