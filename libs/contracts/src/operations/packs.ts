import * as z from 'zod';
import { contract, contractRef } from '../catalog/contract.js';
import { capabilityId, packId, packState } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { json, jsonObject, timestamp } from '../json.js';
import { LIMITS } from '../limits.js';

export const difference = z.object({
  pointer: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  from: json.optional(),
  to: json.optional(),
});

/** What a publish did, or with `plan` would do, to one capability. */
export const publishChange = z.object({
  capability_id: capabilityId,
  change: z.enum(['added', 'changed', 'unchanged', 'removed']),
  from_version: z.int().nullable(),
  to_version: z.int().nullable(),
  digest: z.string().nullable(),
  differences: z.array(difference).max(50),
});

export const publishReport = z.object({
  pack_id: packId,
  plan: z.boolean(),
  published: z.int(),
  unchanged: z.int(),
  removed: z.int(),
  changes: z.array(publishChange),
  /** What changes of the pack itself: title, description, contact, state, successor. */
  pack_differences: z.array(difference),
  /** Capabilities that stand and were not offered: they stay unless they are pruned. */
  not_offered: z.array(capabilityId),
  /** Open turns that hold a contract this changes, at the time of the call; no more than 1,000 deliveries are looked at. */
  turns_affected: z.int(),
  /** Grows with every change of the pack: what the index must have heard of to find what stands. 0 where nothing stands yet. */
  revision: z.int(),
});

/** Whether a search finds it already. `pending` is a matter of moments: the index hears of it over the bus. */
const indexing = z.object({ state: z.enum(['indexed', 'pending']), revision: z.int() });

/** The report as a door gives it. `index` is null for a plan. */
export const publishAnswer = publishReport.extend({ index: indexing.nullable() });

const packMeta = { title: z.string().min(1).max(200), description: z.string().max(4_000) };
/** Whom to ask about a pack: a mail address, a channel, a team's page. */
const contact = z.string().min(1).max(200);

/** A pack as its publisher offers it. A state that is not given stays as it is; withdrawing is an operation of its own. */
export const offeredPack = z.strictObject({
  pack_id: packId,
  ...packMeta,
  contact: contact.optional(),
  state: packState.exclude(['withdrawn']).optional(),
  successor: packId.optional(),
});

export const packsPublish = defineOperation({
  name: 'packs_publish',
  summary: 'Publish contracts into a pack of this workspace.',
  description:
    'Publishes a new immutable version of each contract whose content changed; all or nothing. With complete, capabilities not listed are withdrawn. With plan, only says what would change.',
  input: z.strictObject({
    pack: offeredPack,
    contracts: z.array(contract).max(LIMITS.importOperations),
    complete: z.boolean().optional(),
    plan: z.boolean().optional(),
  }),
  output: publishAnswer,
  permission: 'packs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/packs/publish' },
  cli: { command: 'admin packs publish', positional: [] },
});

export const packsPublishFolder = defineOperation({
  name: 'packs_publish_folder',
  summary: 'Publish a pack from the files of its folder.',
  description:
    'The text of each file by its path in the folder: pack.yaml, the OpenAPI document and overlay that it names, contracts/*.yaml, examples/*.yaml. All or nothing; only what changed is published. A capability that is gone from the folder stays unless prune is true. With plan, only says what would change. A file that lint finds an error in is refused, with file and line.',
  input: z.strictObject({
    files: z.record(z.string().min(1).max(300), z.string().max(LIMITS.importBodyBytes)),
    prune: z.boolean().optional(),
    plan: z.boolean().optional(),
  }),
  output: publishAnswer.extend({
    left_out: z.array(z.object({ operation: z.string(), pointer: z.string(), reason: z.string() })),
    warnings: z.array(z.string()),
  }),
  permission: 'packs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/packs/publish-folder' },
  cli: { command: 'pack publish', positional: ['folder'] },
});

/** One operation of the document that became no capability, and why. */
export const leftOut = z.object({ operation: z.string(), pointer: z.string(), reason: z.string() });

export const packsImport = defineOperation({
  name: 'packs_import',
  summary: 'Import an OpenAPI document as a pack.',
  description:
    'OpenAPI 3.0 or 3.1 or Swagger 2.0, JSON or YAML, as text with the files beside it, or by URL. Each operation becomes one capability with a stable id, or is listed with the reason. An overlay sets policy, permission, cost, composite and goals. Importing again publishes only what changed. With plan, only says what would change.',
  input: z.strictObject({
    pack_id: packId,
    document: z.string().max(LIMITS.importBodyBytes).optional(),
    /** Files that the document refers to, by their path from its folder. */
    files: z.record(z.string().max(500), z.string().max(LIMITS.importBodyBytes)).optional(),
    url: z.url().max(2_000).optional(),
    overlay: jsonObject.optional(),
    /** Replaces the document's servers. */
    server_url: z.url().max(2_000).optional(),
    plan: z.boolean().optional(),
  }),
  output: publishAnswer.extend({ operations: z.int(), imported: z.int(), left_out: z.array(leftOut), warnings: z.array(z.string()) }),
  permission: 'packs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/packs/import' },
  cli: { command: 'import', positional: ['pack_id', 'document'] },
});

const packSummary = z.object({
  pack_id: packId,
  ...packMeta,
  contact: contact.nullable(),
  state: packState,
  successor: packId.nullable(),
  capabilities: z.int(),
  shared_with: z.union([z.literal('all'), z.array(z.string())]),
  updated_at: timestamp,
});

export const packsOwned = defineOperation({
  name: 'packs_owned',
  summary: 'Packs that this workspace publishes, in every state.',
  description: 'With the workspaces each is shared with.',
  input: z.strictObject({}),
  output: z.object({ packs: z.array(packSummary) }),
  permission: 'packs.write',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/packs' },
  cli: { command: 'admin packs list', positional: [] },
});

export const packsSetState = defineOperation({
  name: 'packs_set_state',
  summary: 'Make a pack draft, live, deprecated or withdrawn.',
  description: 'Deprecated names its successor, and withdrawn may: refusals then name it. Withdrawn ends its use everywhere at once.',
  input: z.strictObject({ pack_id: packId, state: packState, successor: packId.optional(), confirm: z.literal(true).optional() }),
  output: packSummary,
  permission: 'packs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/packs/{pack_id}/state' },
  cli: { command: 'admin packs set-state', positional: ['pack_id', 'state'] },
});

export const packsShare = defineOperation({
  name: 'packs_share',
  summary: 'Share a pack with named workspaces, or with all.',
  description: 'Replaces the earlier list. A pack that is shared with nobody is private.',
  input: z.strictObject({ pack_id: packId, with: z.union([z.literal('all'), z.array(z.string().max(80)).max(1_000)]) }),
  output: packSummary,
  permission: 'packs.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/packs/{pack_id}/share' },
  cli: { command: 'admin packs share', positional: ['pack_id'] },
});

export const contractsHistory = defineOperation({
  name: 'contracts_history',
  summary: "Every version of one capability's contract.",
  description: 'Newest first, with digest, time, who published it and whether it is withdrawn.',
  input: z.strictObject({ capability_id: capabilityId }),
  output: z.object({
    versions: z.array(contractRef.extend({ published_at: timestamp, published_by: z.string(), withdrawn_at: timestamp.nullable() })),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/contracts/{capability_id}/history' },
  cli: { command: 'admin contracts history', positional: ['capability_id'] },
});

export const contractsDiff = defineOperation({
  name: 'contracts_diff',
  summary: 'What differs between two versions of one contract.',
  description: 'By JSON Pointer. Without `to`, against the newest.',
  input: z.strictObject({ capability_id: capabilityId, from: z.int().min(1), to: z.int().min(1).optional() }),
  output: z.object({ from: contractRef, to: contractRef, differences: z.array(difference) }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/admin/contracts/{capability_id}/diff' },
  cli: { command: 'admin contracts diff', positional: ['capability_id', 'from'] },
});

export const contractsWithdraw = defineOperation({
  name: 'contracts_withdraw',
  summary: 'Withdraw a version of a contract, so that nothing runs on it any more.',
  description:
    'For security: acts at redeem, at create and at claim. The newest version withdrawn means the capability leaves the catalog until a new one is published.',
  input: z.strictObject({ capability_id: capabilityId, version: z.int().min(1), confirm: z.literal(true).optional() }),
  output: z.object({ capability_id: capabilityId, version: z.int(), withdrawn_at: timestamp }),
  permission: 'packs.write',
  effect: 'write',
  confirm: true,
  rest: { method: 'POST', path: '/v1/admin/contracts/{capability_id}/withdraw' },
  cli: { command: 'admin contracts withdraw', positional: ['capability_id', 'version'] },
});
