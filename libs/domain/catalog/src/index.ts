export { mayUsePack, type PackVisibility } from './active.js';
export { BUILTIN_PACKS, PLATFORM_WORKSPACE, type BuiltinPack } from './builtin-packs.js';
export { checkOffer, decidePublish, type PublishChange, type PublishProblem, type StandingCapability } from './decide-publish.js';
export { describe, toCandidate, type DescriptorFacts } from './descriptor.js';
export { diffJson, type Difference } from './diff-json.js';
export { checkPackState } from './pack-state.js';
export { readinessOf, type ReadinessFacts } from './readiness.js';
export {
  capabilityNotFound,
  catalogChanged,
  notFetched,
  startAfresh,
  turnExpired,
  turnFull,
  type PackFate,
  type TurnOrigin,
} from './turn-refusals.js';
