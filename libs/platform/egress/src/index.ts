export { classifyAddress } from './address/classify-address.js';
export type { AddressKind } from './address/special-blocks.js';
export type { AllowRule } from './destination/allow-rule.js';
export { systemResolver, type Resolver } from './destination/resolve-in-time.js';
export { EgressClient, type EgressOptions } from './egress-client.js';
export { DEFAULT_LIMITS as EGRESS_DEFAULT_LIMITS, HIGHEST_LIMITS as EGRESS_HIGHEST_LIMITS, type EgressLimits } from './limits.js';
export type {
  EgressAnswered,
  EgressHeader,
  EgressNotSent,
  EgressOutcome,
  EgressRefused,
  EgressUnknown,
  NotSentCause,
  RefusedReason,
  UnknownCause,
} from './outcome.js';
export type { EgressRequest } from './request/check-request.js';
