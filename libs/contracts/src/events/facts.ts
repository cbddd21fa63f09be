import * as z from 'zod';
import { capabilityId, mode, packId, providerId } from '../catalog/names.js';
import { vectorPart } from '../catalog/vector.js';
import { connectionState } from '../controls/integrations.js';
import { runState } from '../envelope.js';
import { milli, version } from '../json.js';
import { defineEvent, TOPICS } from './event.js';

/** One fact per change and workspace: what moved. Tells gateways to drop caches and subscribers to look again. Key: workspace. */
export const partChanged = defineEvent(
  'turns.part-changed.v1',
  'turns',
  z.object({ workspace_id: z.string().nullable(), part: vectorPart, key: z.string(), from: z.string(), to: z.string() }),
);

/** The connection as it is now, without its credential. Key: `<workspace_id>/<provider_id>`. */
export const connectionChanged = defineEvent(
  'connections.connection-changed.v1',
  'connections',
  z.object({
    workspace_id: z.string(),
    provider_id: providerId,
    state: connectionState,
    account: z.string().nullable(),
    connected_at: z.string().nullable(),
    version,
  }),
);

/** The current price of a capability of the named publisher. Key: `<owner_workspace_id>/<capability_id>`. */
export const priceChanged = defineEvent(
  'credits.price-changed.v1',
  'credits',
  z.object({ owner_workspace_id: z.string(), capability_id: capabilityId, per_call_milli: milli, version }),
);

/** The workspace's credits as they are now. Key: workspace. */
export const balanceChanged = defineEvent(
  'credits.balance-changed.v1',
  'credits',
  z.object({ workspace_id: z.string(), balance_milli: z.int(), held_milli: milli, version }),
);

/** A run moved to a state; `sequence` is the run event's own number. Key: run. */
export const runMoved = defineEvent(
  'runs.run-moved.v1',
  'runs',
  z.object({
    run_id: z.string(),
    workspace_id: z.string(),
    principal_id: z.string(),
    capability_id: capabilityId,
    contract_version: z.int(),
    digest: z.string(),
    turn_id: z.string(),
    state: runState,
    sequence: z.int(),
    error_code: z.string().nullable(),
  }),
);

/** A search's goal led to a run that succeeded: the workspace's own searches may learn from it. Key: workspace. */
export const goalReached = defineEvent(
  'turns.goal-reached.v1',
  'turns',
  z.object({ workspace_id: z.string(), owner_workspace_id: z.string(), pack_id: packId, capability_id: capabilityId, goal: z.string() }),
);

/** A dry run was previewed: nothing was written but this fact, for the audit. Key: workspace. */
export const dryRunPreviewed = defineEvent(
  'runs.dry-run-previewed.v1',
  'runs',
  z.object({
    workspace_id: z.string(),
    principal_id: z.string(),
    capability_id: capabilityId,
    digest: z.string(),
    turn_id: z.string(),
    mode,
  }),
);

/** An owner action was done, or refused, outside rbac: for the audit. Key: workspace. */
export const ownerActionTaken = defineEvent(
  'runs.owner-action-taken.v1',
  'runs',
  z.object({ workspace_id: z.string(), principal_id: z.string(), action: z.string(), subject: z.string(), outcome: z.string() }),
);

/** The same from billing, which writes to its own topic only. Key: workspace. */
export const billingActionTaken = defineEvent('credits.owner-action-taken.v1', 'credits', ownerActionTaken.data);

/** A projection asks an owner to write its current rows again. Key: the owner's topic. */
export const retellingRequested = defineEvent(
  'retellings.requested.v1',
  'retellings',
  z.object({ topic: z.enum(TOPICS), subscriber: z.string(), request_id: z.string(), workspace_id: z.string().nullable() }),
);

/** Ends a retelling on the owner's topic. */
const retold = z.object({ request_id: z.string(), subscriber: z.string(), rows: z.int() });
export const accessRetold = defineEvent('access.retold.v1', 'access', retold);
export const catalogRetold = defineEvent('catalog.retold.v1', 'catalog', retold);
export const connectionsRetold = defineEvent('connections.retold.v1', 'connections', retold);
export const creditsRetold = defineEvent('credits.retold.v1', 'credits', retold);
