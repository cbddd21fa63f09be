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
export function describe({ contract, ref, readiness, perCallMilli, successor, packDeprecated }: DescriptorFacts): Descriptor {
  const {
    capability_id,
    pack_id,
    title,
    summary,
    description,
    input_schema,
    output_schema,
    scopes,
    permission,
    action_policy,
    policy_assumed,
    cost,
    modes,
    provider,
  } = contract;
  return {
    capability_id,
    pack_id,
    title,
    summary,
    description,
    contract: ref,
    input_schema,
    output_schema,
    scopes,
    permission,
    action_policy,
    policy_assumed,
    cost,
    price: { credit_class: cost.class, per_call: perCallMilli === null ? null : formatCredits(perCallMilli) },
    async: contract.async,
    modes,
    provider,
    preferred_composite: contract.composite !== null,
    replaces: contract.composite?.replaces ?? [],
    deprecated: contract.deprecated || packDeprecated,
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
