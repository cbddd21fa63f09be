import * as z from 'zod';
import { repair } from '../refusal.js';
import { credits, jsonObject, timestamp } from '../json.js';
import { asyncPolicy, contractRef, costPolicy, providerNeed } from './contract.js';
import { actionPolicy, capabilityId, creditClass, mode, packId, permissionName, scopeName } from './names.js';

/** Why a capability cannot be run here and now, and what would change that. */
export const unreadyReason = z.object({
  code: z.enum(['permission_denied', 'provider_missing', 'provider_not_connected', 'scope_missing', 'price_missing']),
  message: z.string(),
  repair: repair.nullable(),
});

export const readiness = z.object({ ready: z.boolean(), reasons: z.array(unreadyReason) });
export type Readiness = z.infer<typeof readiness>;

export const price = z.object({
  credit_class: creditClass,
  /** Credits a call, null when free or not yet priced. */
  per_call: credits.nullable(),
});

/** A contract as one caller sees it in one workspace: the contract, whether it can be run, and its price. */
export const descriptor = z.object({
  capability_id: capabilityId,
  pack_id: packId,
  title: z.string(),
  summary: z.string(),
  description: z.string(),
  contract: contractRef,
  input_schema: jsonObject,
  output_schema: jsonObject.nullable(),
  scopes: z.array(scopeName),
  permission: permissionName,
  action_policy: actionPolicy,
  policy_assumed: z.boolean(),
  cost: costPolicy,
  price,
  async: asyncPolicy,
  modes: z.array(mode),
  provider: providerNeed.nullable(),
  preferred_composite: z.boolean(),
  replaces: z.array(capabilityId),
  deprecated: z.boolean(),
  successor: packId.nullable(),
  readiness,
});
export type Descriptor = z.infer<typeof descriptor>;

/** One ranked search result; its contract is read with `tools_get` unless it also stands in `runnable_contracts`. */
export const candidate = z.object({
  capability_id: capabilityId,
  pack_id: packId,
  title: z.string(),
  summary: z.string(),
  /** Share of the best hit's score, 0 to 1. */
  score: z.number(),
  matched: z.array(z.object({ field: z.string(), terms: z.array(z.string()) })),
  ready: z.boolean(),
  readiness,
  action_policy: actionPolicy,
  credit_class: creditClass,
  preferred_composite: z.boolean(),
  replaces: z.array(capabilityId),
  fetched: z.boolean(),
  /** The get that delivers this contract, where it was not delivered with the answer. */
  repair: repair.nullable(),
});
export type Candidate = z.infer<typeof candidate>;

export const turnSummary = z.object({ id: z.string(), expires_at: timestamp });
