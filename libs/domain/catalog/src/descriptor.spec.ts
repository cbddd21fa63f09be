import type { Contract } from '@turnpike/contracts';
import fc from 'fast-check';
import { BUILTIN_PACKS } from './builtin-packs.js';
import { describe as describeContract, toCandidate, type DescriptorFacts } from './descriptor.js';

const contract: Contract = {
  ...BUILTIN_PACKS[0]!.contracts[0]!,
  executor: { kind: 'builtin', read: 'credit_balance' },
  goals: ['a goal that stays inside'],
  web_url: 'https://inside.example/{id}',
};
const facts = (over: Partial<DescriptorFacts> = {}): DescriptorFacts => ({
  contract,
  ref: { capability_id: contract.capability_id, version: 3, digest: `sha256:${'0'.repeat(64)}` },
  readiness: { ready: true, reasons: [] },
  perCallMilli: null,
  successor: null,
  packDeprecated: false,
  ...over,
});

describe('a contract as its caller sees it', () => {
  it('keeps inside where and how it runs, and gives out all that one decides by', () => {
    const seen = describeContract(facts());
    for (const inside of ['executor', 'goals', 'web_url', 'composite']) expect(seen).not.toHaveProperty(inside);
    expect(JSON.stringify(seen)).not.toMatch(/inside/);
    const { input_schema, output_schema, scopes, permission, action_policy, cost, async, modes, provider } = contract;
    expect(seen).toMatchObject({ input_schema, output_schema, scopes, permission, action_policy, cost, async, modes, provider });
    expect(seen.contract.version).toBe(3);
  });

  it('is deprecated when it or its pack is', () => {
    fc.assert(
      fc.property(fc.boolean(), fc.boolean(), (own, packDeprecated) => {
        expect(describeContract(facts({ contract: { ...contract, deprecated: own }, packDeprecated })).deprecated).toBe(
          own || packDeprecated,
        );
      }),
    );
  });

  it('says its price in credits, and what it does in a single call', () => {
    expect(describeContract(facts({ perCallMilli: 1_500 })).price).toEqual({ credit_class: 'free', per_call: '1.5' });
    expect(describeContract(facts()).price.per_call).toBeNull();
    const composite = { replaces: ['crm.a.read', 'crm.b.read'] };
    expect(describeContract(facts({ contract: { ...contract, composite } }))).toMatchObject({ preferred_composite: true, ...composite });
    expect(describeContract(facts())).toMatchObject({ preferred_composite: false, replaces: [] });
  });

  it('is a candidate that says how to read it, unless it came with the answer', () => {
    const seen = describeContract(facts({ readiness: { ready: false, reasons: [] } }));
    const hit = { score: 0.5, matched: [{ field: 'title', terms: ['credit'] }] };
    expect(toCandidate(seen, hit, true)).toMatchObject({ ...hit, ready: false, fetched: true, repair: null });
    expect(toCandidate(seen, hit, false)).toMatchObject({
      fetched: false,
      repair: { control: 'tools_get', arguments: { capability_id: contract.capability_id } },
    });
  });
});
