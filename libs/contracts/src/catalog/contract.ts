import * as z from 'zod';
import { jsonObject } from '../json.js';
import { executor } from './executor.js';
import { actionPolicy, capabilityId, creditClass, mode, packId, permissionName, providerId, scopeName } from './names.js';

export const costPolicy = z.object({
  class: creditClass,
  /** A run is charged when it succeeds, or when it was tried at all. */
  charge_on: z.enum(['success', 'attempt']),
});

export const asyncPolicy = z.object({
  kind: z.enum(['sync', 'async']),
  /** The run must start within this time of its admission. */
  start_within_ms: z
    .int()
    .min(100)
    .max(24 * 3_600_000),
  /** The run is ended after this time. */
  longest_ms: z
    .int()
    .min(100)
    .max(7 * 24 * 3_600_000),
  /** True only where calling the target again after an unclear failure does no harm. */
  repeatable: z.boolean(),
});

export const providerNeed = z.object({
  id: providerId,
  title: z.string().max(200),
  /** Scopes the provider's own grant must cover, when it declares any. */
  scopes: z.array(z.string().max(200)).max(100),
});

/**
 * One immutable contract as its pack publishes it. The registry gives it a version number and names it by the digest of
 * exactly this object (`sha256` over canonical JSON), so every field here is part of what a caller relied on.
 */
export const contract = z.object({
  capability_id: capabilityId,
  pack_id: packId,
  title: z.string().min(1).max(200),
  summary: z.string().max(500),
  description: z.string().max(8_000),
  input_schema: jsonObject,
  output_schema: jsonObject.nullable(),
  /** Scopes an API key must have. */
  scopes: z.array(scopeName).max(20),
  permission: permissionName,
  action_policy: actionPolicy,
  /** The policy was derived from the method, not stated by the pack's owner. */
  policy_assumed: z.boolean(),
  cost: costPolicy,
  async: asyncPolicy,
  modes: z.array(mode).min(1).max(3),
  executor,
  provider: providerNeed.nullable(),
  /** Capabilities that this one does in a single call. */
  composite: z.object({ replaces: z.array(capabilityId).min(1).max(50) }).nullable(),
  /** Link template over the output (`https://app.example/contacts/{id}`), for `web_url`. */
  web_url: z.string().max(2000).nullable(),
  /** Outcomes this capability is for, in a caller's words. */
  goals: z.array(z.string().min(1).max(300)).max(50),
  deprecated: z.boolean(),
});
export type Contract = z.infer<typeof contract>;

/** The names a published contract goes by. */
export const contractRef = z.object({
  capability_id: capabilityId,
  version: z.int().min(1),
  digest: z.string().regex(/^sha256:[0-9a-f]{64}$/),
});
export type ContractRef = z.infer<typeof contractRef>;
