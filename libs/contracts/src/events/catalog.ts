import * as z from 'zod';
import { contract } from '../catalog/contract.js';
import { capabilityId, packId, packState } from '../catalog/names.js';
import { jsonObject, version } from '../json.js';
import { defineEvent } from './event.js';

/** A pack is named everywhere by (owner_workspace_id, pack_id); key: `<owner_workspace_id>/<pack_id>`. */
const packKey = { owner_workspace_id: z.string(), pack_id: packId };

/** The pack as it is now. */
export const packChanged = defineEvent(
  'catalog.pack-changed.v1',
  'catalog',
  z.object({
    ...packKey,
    title: z.string(),
    description: z.string(),
    state: packState,
    successor: packId.nullable(),
    shared_with: z.union([z.literal('all'), z.array(z.string())]),
    version,
  }),
);

/** A new version is the head of its capability. */
export const contractPublished = defineEvent(
  'catalog.contract-published.v1',
  'catalog',
  z.object({ ...packKey, capability_id: capabilityId, contract_version: z.int(), digest: z.string(), contract, version }),
);

/** This version may run no more; `head` is the version that stands now, null when the capability left the catalog. */
export const contractWithdrawn = defineEvent(
  'catalog.contract-withdrawn.v1',
  'catalog',
  z.object({ ...packKey, capability_id: capabilityId, contract_version: z.int(), digest: z.string(), head: z.int().nullable(), version }),
);

/** A pack enabled or disabled in a workspace, with its settings. */
export const installChanged = defineEvent(
  'catalog.install-changed.v1',
  'catalog',
  z.object({ ...packKey, workspace_id: z.string(), enabled: z.boolean(), settings: jsonObject, version }),
);
