export { checkLimits, type SchemaProblem } from './check-limits.js';
export { nearestName } from './nearest-name.js';
export { patternFits } from './pattern-engine.js';
export { compileValidator, validate } from './validator.js';
export { vetSchemas, type OfferedSchema, type VetBudget, type VetOutcome } from './vet-schemas.js';
