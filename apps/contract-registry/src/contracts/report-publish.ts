import type { Contract } from '@turnpike/contracts';
import { diffJson, type PublishChange, type StandingCapability } from '@turnpike/domain-catalog';
import type { Transaction } from '@turnpike/platform-persistence';
import type { PackMove } from '../packs/decide-pack.js';
import { TURN_LONGEST_LIFE } from '../turns/turn-life.js';
import type { PublishRequest } from './publish-request.js';

const MOST_DIFFERENCES = 50;
const MOST_TURNS_COUNTED = 1_000;

export interface Decided {
  readonly move: PackMove;
  readonly standing: readonly StandingCapability[];
  readonly changes: readonly PublishChange[];
}

/** What a publish does, or would do; before it is written. */
export async function reportPublish(
  tx: Transaction,
  { caller, pack, contracts, plan }: PublishRequest,
  { move, standing, changes }: Decided,
) {
  const owner = caller.workspace_id;
  const count = (kinds: string[]): number => changes.filter(({ change }) => kinds.includes(change)).length;
  const listed = [];
  for (const each of changes) listed.push({ ...toReported(each), differences: await differencesOf(tx, owner, each) });
  const moved = move.gate
    ? standing.map(({ capabilityId }) => capabilityId)
    : changes.filter(({ change }) => change === 'changed' || change === 'removed').map(({ capabilityId }) => capabilityId);
  const removed = new Set(changes.filter(({ change }) => change === 'removed').map(({ capabilityId }) => capabilityId));
  const offered = new Set(contracts.map(({ capability_id }) => capability_id));
  return {
    pack_id: pack.pack_id,
    plan,
    published: count(['added', 'changed']),
    unchanged: count(['unchanged']),
    removed: removed.size,
    changes: listed,
    pack_differences: move.differences as never[],
    not_offered: standing
      .filter(({ capabilityId, head }) => head !== null && !offered.has(capabilityId) && !removed.has(capabilityId))
      .map(({ capabilityId }) => capabilityId)
      .sort(),
    turns_affected: await turnsHolding(tx, owner, moved),
  };
}

/** The newest version that was told of the pack or of one of its capabilities; 0 where nothing stands. */
export async function revisionOf(tx: Transaction, owner: string, packId: string): Promise<number> {
  const [row] = await tx.query<{ revision: number }>(
    `select greatest(
       coalesce((select version from packs where owner_workspace_id = $1 and pack_id = $2), 0),
       coalesce((select max(version) from capabilities where owner_workspace_id = $1 and pack_id = $2), 0)) as revision`,
    [owner, packId],
  );
  return row?.revision ?? 0;
}

const toReported = ({ capabilityId, change, fromVersion, toVersion, digest }: PublishChange) => ({
  capability_id: capabilityId,
  change,
  from_version: fromVersion,
  to_version: toVersion,
  digest,
});

async function differencesOf(tx: Transaction, owner: string, { change, capabilityId, fromVersion, contract }: PublishChange) {
  if (change !== 'changed' || fromVersion === null) return [];
  const [row] = await tx.query<{ body: Contract }>(
    'select body from contract_versions where owner_workspace_id = $1 and capability_id = $2 and contract_version = $3',
    [owner, capabilityId, fromVersion],
  );
  return diffJson(row?.body ?? null, contract, MOST_DIFFERENCES) as never[];
}

/** Open turns that hold one of these: exact up to the bound, so that a publish costs the same however many turns there are. */
async function turnsHolding(tx: Transaction, owner: string, capabilityIds: readonly string[]): Promise<number> {
  if (capabilityIds.length === 0) return 0;
  const [row] = await tx.query<{ n: number }>(
    `select count(distinct t.turn_id) as n
     from (select turn_id from turn_deliveries
           where owner_workspace_id = $1 and capability_id = any ($2) and delivered_at > now() - $3::interval limit $4) d
     join turns t using (turn_id) where t.state = 'open' and t.expires_at > now()`,
    [owner, capabilityIds, TURN_LONGEST_LIFE, MOST_TURNS_COUNTED],
  );
  return row?.n ?? 0;
}
