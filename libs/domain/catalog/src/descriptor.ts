import type { Candidate, Contract, ContractRef, Descriptor, Readiness } from '@turnpike/contracts';
import { formatCredits } from '@turnpike/kernel';

export interface DescriptorFacts {
  readonly contract: Contract;
  readonly ref: ContractRef;
  readonly readiness: Readiness;
  /** Price a call in 1/1000 credit; null when free or not priced. */
  readonly perCallMilli: number | null;
  /** Of a deprecated pack. */
  readonly successor: string | null;
  readonly packDeprecated: boolean;
}

/** The contract as one caller sees it. */
export function describe(facts: DescriptorFacts): Descriptor {
  const { contract, ref, readiness, perCallMilli, successor, packDeprecated } = facts;
  // Where it runs and how stays inside; everything that a caller decides by goes out as it was published.
  const { executor: _executor, goals: _goals, composite, web_url: _webUrl, deprecated, ...published } = contract;
  return {
    ...published,
    contract: ref,
    price: { credit_class: contract.cost.class, per_call: perCallMilli === null ? null : formatCredits(perCallMilli) },
    preferred_composite: composite !== null,
    replaces: composite?.replaces ?? [],
    deprecated: deprecated || packDeprecated,
    successor,
    readiness,
  };
}

/** One ranked result. It is `fetched` only when its contract goes out with the same answer. */
export function toCandidate(descriptor: Descriptor, hit: { score: number; matched: Candidate['matched'] }, fetched: boolean): Candidate {
  const { capability_id, pack_id, title, summary, readiness, action_policy, cost, preferred_composite, replaces } = descriptor;
  const repair = fetched
    ? null
    : { control: 'tools_get', arguments: { capability_id }, instruction: 'Read its contract before you run it.' };
  return {
    capability_id,
    pack_id,
    title,
    summary,
    ...hit,
    ready: readiness.ready,
    readiness,
    action_policy,
    credit_class: cost.class,
    preferred_composite,
    replaces,
    fetched,
    repair,
  };
}
