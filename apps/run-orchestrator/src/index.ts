export { afterRestore } from './runs/after-restore.js';
export { migrations } from './migrations.js';
export { startOrchestrator, type OrchestratorOptions } from './start-orchestrator.js';
