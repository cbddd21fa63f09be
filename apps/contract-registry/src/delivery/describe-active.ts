import type { Caller, Contract, Descriptor, Vector } from '@turnpike/contracts';
import { missingScopes } from '@turnpike/domain-admission';
import { describe, readinessOf } from '@turnpike/domain-catalog';
import type { ActiveRow } from './active.store.js';

/** The vector of a capability that is delivered now: what each part is, as text. */
export const vectorOf = (row: ActiveRow, caller: Caller): Vector => ({
  contract: String(row.head),
  pack: String(row.gate),
  install: String(row.install_version),
  connection: row.provider_id === null ? 'none' : String(row.connection_version ?? 0),
  price: row.cost_class === 'free' ? 'none' : String(row.price_version ?? 0),
  permission: caller.permissions.includes(row.permission) ? 'held' : 'missing',
});

type Described = Pick<
  ActiveRow,
  | 'permission'
  | 'scopes'
  | 'provider_id'
  | 'connection_state'
  | 'cost_class'
  | 'per_call_milli'
  | 'pack_state'
  | 'successor'
  | 'head'
  | 'digest'
>;

/** The contract as this caller sees it in its workspace. */
export function describeFor(caller: Caller, row: Described, contract: Contract): Descriptor {
  const readiness = readinessOf({
    permission: row.permission,
    permissionHeld: caller.permissions.includes(row.permission),
    missingScopes: missingScopes(caller.scopes, row.scopes),
    providerId: row.provider_id,
    connectionState: row.connection_state,
    creditClass: row.cost_class,
    priced: row.per_call_milli !== null,
  });
  return describe({
    contract,
    ref: { capability_id: contract.capability_id, version: row.head, digest: row.digest },
    readiness,
    perCallMilli: row.cost_class === 'free' ? null : row.per_call_milli,
    successor: row.successor,
    packDeprecated: row.pack_state === 'deprecated',
  });
}
