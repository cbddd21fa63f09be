import type { Contract } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';

/** A capability as it stands: its newest version, and whether that one is the head (a withdrawn capability has none). */
export interface StandingCapability {
  readonly capabilityId: string;
  readonly newestVersion: number;
  readonly head: number | null;
  /** Digest of the head; null where there is none. */
  readonly headDigest: string | null;
}

export interface PublishChange {
  readonly capabilityId: string;
  readonly change: 'added' | 'changed' | 'unchanged' | 'removed';
  readonly fromVersion: number | null;
  readonly toVersion: number | null;
  readonly digest: string | null;
  readonly contract: Contract | null;
}

export type PublishProblem = { readonly capabilityId: string; readonly reason: string };

/** What is wrong with an offer before anything is looked up: an id of another pack, or one offered twice. */
export function checkOffer(packId: string, contracts: readonly Contract[]): PublishProblem | null {
  const seen = new Set<string>();
  for (const { capability_id: capabilityId, pack_id: owner } of contracts) {
    if (owner !== packId || !capabilityId.startsWith(`${packId}.`))
      return { capabilityId, reason: `does not belong to the pack ${packId}` };
    if (seen.has(capabilityId)) return { capabilityId, reason: 'is offered twice' };
    seen.add(capabilityId);
  }
  return null;
}

/**
 * What publishing `offered` does to what stands. A contract whose content is the head's is unchanged; any other becomes the next
 * version. A complete offer removes what it does not name.
 */
export function decidePublish(standing: readonly StandingCapability[], offered: readonly Contract[], complete: boolean): PublishChange[] {
  const known = new Map(standing.map((each) => [each.capabilityId, each]));
  const changes = offered.map((contract) => decideOne(known.get(contract.capability_id), contract));
  if (!complete) return changes;
  const named = new Set(offered.map(({ capability_id }) => capability_id));
  const removed = standing
    .filter(({ capabilityId, head }) => head !== null && !named.has(capabilityId))
    .map(({ capabilityId, head }): PublishChange => ({
      capabilityId,
      change: 'removed',
      fromVersion: head,
      toVersion: null,
      digest: null,
      contract: null,
    }));
  return [...changes, ...removed];
}

function decideOne(standing: StandingCapability | undefined, contract: Contract): PublishChange {
  const digest = contentDigest(contract);
  const capabilityId = contract.capability_id;
  if (standing && standing.headDigest === digest) {
    return { capabilityId, change: 'unchanged', fromVersion: standing.head, toVersion: standing.head, digest, contract: null };
  }
  const toVersion = (standing?.newestVersion ?? 0) + 1;
  return {
    capabilityId,
    change: standing && standing.head !== null ? 'changed' : 'added',
    fromVersion: standing?.head ?? null,
    toVersion,
    digest,
    contract,
  };
}
