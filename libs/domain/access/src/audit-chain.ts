import { contentDigest } from '@turnpike/kernel';

/** What an audit entry says, in the words that its digest covers; every field of it is on the wire, so anyone can recompute it. */
export interface AuditFact {
  readonly workspace_id: string;
  readonly sequence: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  readonly principal_id: string;
  readonly action: string;
  readonly subject: string;
  readonly outcome: string;
}

export interface ChainedEntry extends AuditFact {
  readonly previous_digest: string;
  readonly digest: string;
}

/** What the first entry of a workspace names as the one before it. */
export const GENESIS_DIGEST = `sha256:${'0'.repeat(64)}`;

/** The next link: `sha256` over the canonical JSON of the entry and the digest before it. */
export function chainEntry(fact: AuditFact, previousDigest: string): ChainedEntry {
  const { workspace_id, sequence, at, principal_id, action, subject, outcome } = fact;
  const covered = { workspace_id, sequence, at, principal_id, action, subject, outcome, previous_digest: previousDigest };
  return { ...covered, digest: contentDigest(covered) };
}

export type ChainVerdict = { readonly intact: true } | { readonly intact: false; readonly sequence: number; readonly reason: string };

/** Checks a whole chain or a stretch of it, oldest first. */
export function verifyChain(entries: readonly ChainedEntry[], previousDigest: string = GENESIS_DIGEST): ChainVerdict {
  let expected = previousDigest;
  let sequence = entries[0]?.sequence ?? 1;
  for (const entry of entries) {
    const broken = (reason: string): ChainVerdict => ({ intact: false, sequence: entry.sequence, reason });
    if (entry.sequence !== sequence) return broken(`entry ${sequence} is missing`);
    if (entry.previous_digest !== expected) return broken('it does not follow the entry before it');
    if (chainEntry(entry, expected).digest !== entry.digest) return broken('its content was changed');
    expected = entry.digest;
    sequence += 1;
  }
  return { intact: true };
}
