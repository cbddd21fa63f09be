import * as z from 'zod';
import { actionPolicy, capabilityId, packId, packState } from '../catalog/names.js';
import { defineControl } from '../definition.js';
import { LIMITS } from '../limits.js';

export const activePack = z.object({
  pack_id: packId,
  title: z.string(),
  description: z.string(),
  owner_workspace_id: z.string(),
  /** Whom to ask about it; null where its owner named nobody. */
  contact: z.string().nullable(),
  state: packState,
  successor: packId.nullable(),
  capabilities: z.int(),
  ready: z.int(),
});

export const packsList = defineControl({
  name: 'packs_list',
  summary: "The packs of this workspace's active catalog.",
  description: 'Lists each enabled pack with its owner, state, number of capabilities and how many of them this caller could run now.',
  input: z.strictObject({}),
  output: z.object({ packs: z.array(activePack) }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'GET', path: '/v1/packs' },
  cli: { command: 'packs', positional: [] },
});

export const packsRoute = defineControl({
  name: 'packs_route',
  summary: 'Which packs own an outcome, so that a scoped search can follow.',
  description: 'Ranks packs for a broad goal, each with its best capability. Search next, scoped to the pack that owns the result.',
  input: z.strictObject({
    goal: z.string().min(1).max(LIMITS.goalCharacters),
    limit: z.int().min(1).max(LIMITS.searchLimit).optional(),
  }),
  output: z.object({
    packs: z.array(
      z.object({
        pack_id: packId,
        title: z.string(),
        score: z.number(),
        best: z.object({ capability_id: capabilityId, title: z.string(), action_policy: actionPolicy }),
      }),
    ),
  }),
  permission: 'catalog.read',
  effect: 'read',
  rest: { method: 'POST', path: '/v1/packs/route' },
  cli: { command: 'route', positional: ['goal'] },
});
