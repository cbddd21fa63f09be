export { caller, principalKind, type Caller } from './caller.js';
export { asyncPolicy, contract, contractRef, costPolicy, providerNeed, type Contract, type ContractRef } from './catalog/contract.js';
export {
  candidate,
  descriptor,
  price,
  readiness,
  turnSummary,
  unreadyReason,
  type Candidate,
  type Descriptor,
  type Readiness,
} from './catalog/descriptor.js';
export {
  authScheme,
  bodyPlace,
  builtinExecutor,
  executor,
  httpExecutor,
  parameterPlace,
  type AuthScheme,
  type Executor,
  type HttpExecutor,
  type ParameterPlace,
  type BodyField,
  type BodyPlace,
  type FormStyle,
} from './catalog/executor.js';
export {
  actionPolicy,
  capabilityId,
  creditClass,
  mode,
  packId,
  packState,
  permissionName,
  providerId,
  scopeName,
  type ActionPolicy,
  type CreditClass,
  type Mode,
  type PackState,
} from './catalog/names.js';
export { vector, VECTOR_PARTS, vectorChange, vectorPart, type Vector, type VectorChange, type VectorPart } from './catalog/vector.js';
export { CONTROLS } from './controls/all.js';
export { connectionState, integrationsList } from './controls/integrations.js';
export { activePack, packsList, packsRoute } from './controls/packs.js';
export { runsCancel, runsEvents, runsGet, runsList } from './controls/runs.js';
export { deliveredContract, toolsGet, toolsRun, toolsSearch, turnToken } from './controls/tools.js';
export { whoami } from './controls/whoami.js';
export { defineControl, defineOperation, type CallDefinition, type Control, type HttpMethod, type Operation } from './definition.js';
export {
  envelope,
  failure,
  FINAL_STATES,
  meta,
  OVER_STATES,
  runState,
  success,
  type Envelope,
  type Meta,
  type RunState,
} from './envelope.js';
export { accessHeartbeat, credentialRevoked, principalChanged, workspaceCreated } from './events/access.js';
export { EVENTS } from './events/all.js';
export { contractPublished, contractWithdrawn, installChanged, packChanged } from './events/catalog.js';
export { cloudEvent, defineEvent, TOPICS, type CloudEvent, type EventDefinition, type Topic } from './events/event.js';
export {
  accessRetold,
  balanceChanged,
  billingActionTaken,
  catalogRetold,
  connectionChanged,
  connectionsRetold,
  creditsRetold,
  dryRunPreviewed,
  ownerActionTaken,
  partChanged,
  priceChanged,
  retellingRequested,
  goalReached,
  runMoved,
} from './events/facts.js';
export { doctorReport, foundBad, foundGood, type DoctorFinding } from './doctor.js';
export { DEFAULT_RETENTION, RETENTION, type RetentionDays } from './retention.js';
export { credits, json, jsonObject, milli, timestamp, version, type JsonObject } from './json.js';
export { LIMITS } from './limits.js';
export {
  apiKeysCreate,
  apiKeysList,
  apiKeysRevoke,
  auditEntry,
  auditList,
  membersAdd,
  membersList,
  membersRemove,
  membersSetRole,
  roleName,
  rolesList,
  workspacesCreate,
  workspacesList,
} from './operations/access.js';
export { OPERATIONS } from './operations/all.js';
export {
  connectionsAuthorize,
  connectionsCreate,
  connectionsDisconnect,
  connectionsList,
  connectionsTest,
  connectionView,
  credentialInput,
  egressList,
  egressRule,
  egressSet,
  type ConnectionView,
} from './operations/connections.js';
export { addressesCheck, checkedAddress, type CheckedAddress } from './operations/addresses.js';
export { installsDisable, installsEnable, installsList } from './operations/installs.js';
export { creditsEstimate, pricesList, pricesSet } from './operations/money.js';
export {
  contractsDiff,
  contractsHistory,
  contractsWithdraw,
  difference,
  leftOut,
  packsImport,
  offeredPack,
  packsOwned,
  packsPublish,
  packsPublishFolder,
  packsSetState,
  packsShare,
  publishAnswer,
  publishChange,
  publishReport,
} from './operations/packs.js';
export { password, sessionsCreate, sessionsEnd } from './operations/sessions.js';
export { goalsForget } from './operations/goals.js';
export { turnsList, turnsRetire, turnView } from './operations/turns.js';
export { page, pageInput } from './paging.js';
export {
  issue,
  refusal,
  refusalCode,
  REFUSALS,
  refuse,
  repair,
  type Issue,
  type Refusal,
  type RefusalCode,
  type Repair,
} from './refusal.js';
export { runEvent, runView, type RunEvent, type RunView } from './runs.js';
export { billingApi, estimate, type Estimate } from './services/billing.js';
export { indexApi } from './services/index-api.js';
export { orchestratorApi, requestPreview, runAnswer, type RequestPreview } from './services/orchestrator.js';
export { doneOrRefused, moved, movedPart, refused, type Moved, type MovedPart } from './services/outcome.js';
export { authenticated, rbacApi, type Authenticated } from './services/rbac.js';
export { admissionClaims, registryApi, type AdmissionClaims } from './services/registry.js';
export {
  defineService,
  type ServiceApi,
  type ServiceOperation,
  type ServiceRequest,
  type ServiceResponse,
} from './services/service-api.js';
