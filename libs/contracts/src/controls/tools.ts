import * as z from 'zod';
import { candidate, descriptor } from '../catalog/descriptor.js';
import { capabilityId, mode, packId } from '../catalog/names.js';
import { defineControl } from '../definition.js';
import { credits, jsonObject } from '../json.js';
import { LIMITS } from '../limits.js';
import { repair } from '../refusal.js';

/** A turn token; opaque, minted by search and get. */
export const turnToken = z.string().min(1).max(200);

export const deliveredContract = descriptor.extend({ fetched: z.literal(true) });

export const toolsSearch = defineControl({
  name: 'tools_search',
  summary: 'Find capabilities for an outcome and get the contracts of the best ones, ready to run in this turn.',
  description:
    'Give a goal in plain language, or query terms. Answers ranked candidates, the contracts of the top ready ones (fetched: true) and a tool turn token, which lives 15 minutes and is slid by use up to 60. A contract that is not delivered is read with tools_get.',
  input: z.strictObject({
    goal: z.string().min(1).max(LIMITS.goalCharacters).optional(),
    query_terms: z.array(z.string().min(1).max(200)).min(1).max(LIMITS.queryTerms).optional(),
    pack_id: packId.optional(),
    limit: z.int().min(1).max(LIMITS.searchLimit).optional(),
    deliver: z.int().min(0).max(LIMITS.deliveredContracts).optional(),
  }),
  output: z.object({
    candidates: z.array(candidate),
    runnable_contracts: z.array(deliveredContract),
    tool_turn_token: turnToken,
    total: z.int(),
    /** Advice on the scope: packs to route to, or packs that own the outcome of a weak scoped search. */
    guidance: z.array(z.object({ message: z.string(), repair: repair.nullable(), packs: z.array(packId) })),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'POST', path: '/v1/tools/search' },
  wireNames: { pack_id: 'toolset' },
  cli: { command: 'tools search', positional: ['goal'] },
});

export const toolsGet = defineControl({
  name: 'tools_get',
  summary: 'Read the exact contract of one capability by its id.',
  description:
    'Needs no earlier search. Mints a tool turn, or adds the contract to the given one. A contract that the turn already holds answers already_fetched without its schema, unless redeliver is true.',
  input: z.strictObject({
    capability_id: capabilityId,
    tool_turn_token: turnToken.optional(),
    redeliver: z.boolean().optional(),
  }),
  output: z.object({
    capability_id: capabilityId,
    already_fetched: z.boolean(),
    contract: deliveredContract.nullable(),
    tool_turn_token: turnToken,
    /** Set when the given token could not be used and a new turn was minted. */
    note: z.string().nullable(),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'POST', path: '/v1/tools/get' },
  cli: { command: 'tools get', positional: ['capability_id'] },
});

export const toolsRun = defineControl({
  name: 'tools_run',
  summary: 'Run a contract that was delivered in this turn, in the named mode.',
  description:
    'smoke_test inspects schema and policy; dry_run validates against the workspace and previews exactly what would be sent; live executes. Every call names its mode. Give an idempotency key to a live call: repeating it with the same key is the same run.',
  input: z.strictObject({
    capability_id: capabilityId,
    params: jsonObject,
    mode: mode,
    tool_turn_token: turnToken,
    max_credits: credits.optional(),
    quote: z.string().max(200).optional(),
    idempotency_key: z.string().min(1).max(LIMITS.idempotencyKeyCharacters).optional(),
    wait_ms: z.int().min(0).max(LIMITS.waitMs).optional(),
  }),
  /** An inspection (smoke_test), a preview (dry_run) or a run (live); told apart by `kind`. */
  output: z.object({ kind: z.enum(['inspection', 'preview', 'run']) }).catchall(z.json()),
  permission: null,
  effect: 'write',
  rest: { method: 'POST', path: '/v1/tools/run' },
  cli: { command: 'tools run', positional: ['capability_id'] },
});
