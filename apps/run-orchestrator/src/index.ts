export { migrations } from './migrations.js';
export { startOrchestrator, type OrchestratorOptions } from './start-orchestrator.js';
