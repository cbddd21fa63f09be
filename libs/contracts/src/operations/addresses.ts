import * as z from 'zod';
import { capabilityId, packId, providerId } from '../catalog/names.js';
import { defineOperation } from '../definition.js';
import { LIMITS } from '../limits.js';

export const checkedAddress = z.object({
  /** Scheme, host and port: what the connection says, else what the contracts say. */
  address: z.string(),
  provider_id: providerId.nullable(),
  /** How many capabilities call it, and some of them. */
  capabilities: z.int(),
  sample: z.array(capabilityId),
  /** True when anything at all was answered, an error too. */
  reachable: z.boolean(),
  status: z.int().nullable(),
  message: z.string(),
  /** `host:port` where the address is private and the workspace's list does not name it. */
  egress_rule: z.string().nullable(),
});
export type CheckedAddress = z.infer<typeof checkedAddress>;

export const addressesCheck = defineOperation({
  name: 'addresses_check',
  summary: 'Whether the address of every capability answers.',
  description: `Sends one HEAD without any credential to each address that capabilities of the active catalog call. Changes nothing. Past ${LIMITS.addressesChecked} addresses, name a pack.`,
  input: z.strictObject({ pack_id: packId.optional() }),
  output: z.object({ addresses: z.array(checkedAddress), left_out: z.int() }),
  permission: 'connections.write',
  effect: 'write',
  rest: { method: 'POST', path: '/v1/admin/addresses/check' },
  cli: { command: 'admin addresses check', positional: [] },
});
