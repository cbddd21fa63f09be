import * as z from 'zod';
import { caller } from '../caller.js';
import { candidate } from '../catalog/descriptor.js';
import { capabilityId, packId } from '../catalog/names.js';
import { packsRoute } from '../controls/packs.js';
import { goalsForget } from '../operations/goals.js';
import { doneOrRefused } from './outcome.js';
import { defineService } from './service-api.js';

export const indexApi = defineService('index', {
  /** Ranks within the caller's active catalog; the filter comes before ranking, limits and counts. */
  search: {
    request: z.object({
      caller,
      text: z.string().nullable(),
      terms: z.array(z.string()).nullable(),
      pack_id: packId.nullable(),
      limit: z.int(),
    }),
    response: z.object({
      hits: z.array(
        z.object({
          capability_id: capabilityId,
          owner_workspace_id: z.string(),
          pack_id: packId,
          score: z.number(),
          matched: candidate.shape.matched,
        }),
      ),
      total: z.int(),
      /** Packs that own the best hits of the same search without the scope, best first: for guidance. */
      owners: z.array(z.object({ pack_id: packId, score: z.number() })),
    }),
    repeatable: true,
  },
  route: { request: z.object({ caller, goal: z.string(), limit: z.int() }), response: packsRoute.output, repeatable: true },
  /** Erases what the caller's workspace has learned. */
  forgetGoals: {
    request: z.object({ caller, input: z.object(goalsForget.input.shape) }),
    response: doneOrRefused(goalsForget.output),
    repeatable: true,
  },
  /** Ids of the active catalog closest to one that does not exist. */
  nearest: {
    request: z.object({ caller, capability_id: z.string(), limit: z.int() }),
    response: z.object({ ids: z.array(capabilityId) }),
    repeatable: true,
  },
  /** The newest change of a pack that this index has heard of; see `revision` of a publish. */
  packRevision: {
    request: z.object({ owner_workspace_id: z.string(), pack_id: packId }),
    response: z.object({ revision: z.int() }),
    repeatable: true,
  },
  status: { request: z.object({}), response: z.object({ documents: z.int(), ready: z.boolean(), revision: z.int() }), repeatable: true },
});
