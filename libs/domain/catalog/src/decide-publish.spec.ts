import type { Contract } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';
import fc from 'fast-check';
import { BUILTIN_PACKS } from './builtin-packs.js';
import { checkOffer, decidePublish, type StandingCapability } from './decide-publish.js';

const template = BUILTIN_PACKS[0]!.contracts[0]!;
const contract = (name: string, title: string): Contract => ({ ...template, pack_id: 'crm', capability_id: `crm.${name}.read`, title });

describe('checkOffer', () => {
  it('refuses an id of another pack, one that only begins alike, and one offered twice', () => {
    const mine = contract('a', 'A');
    expect(checkOffer('crm', [mine, contract('b', 'B')])).toBeNull();
    expect(checkOffer('crm', [mine, { ...mine, capability_id: 'erp.a.read' }])?.capabilityId).toBe('erp.a.read');
    expect(checkOffer('crm', [{ ...mine, capability_id: 'crmx.a.read' }])?.reason).toContain('does not belong');
    expect(checkOffer('crm', [{ ...mine, pack_id: 'erp' }])?.reason).toContain('does not belong');
    expect(checkOffer('crm', [mine, mine])).toEqual({ capabilityId: mine.capability_id, reason: 'is offered twice' });
  });
});

describe('decidePublish', () => {
  it('gives a withdrawn capability the version after its newest, even with the content that it had', () => {
    const offered = contract('a', 'A');
    const standing = { capabilityId: offered.capability_id, newestVersion: 4, head: null, headDigest: null };
    expect(decidePublish([standing], [offered], false)).toEqual([
      expect.objectContaining({ change: 'added', fromVersion: null, toVersion: 5 }),
    ]);
  });

  it('never leaves a gap, never makes a version of what did not change, and removes only when complete', () => {
    const names = fc.constantFrom('a', 'b', 'c', 'd');
    const offer = fc.uniqueArray(fc.record({ name: names, title: fc.constantFrom('one', 'two', 'three') }), {
      selector: ({ name }) => name,
    });
    fc.assert(
      fc.property(fc.array(fc.record({ offer, complete: fc.boolean() }), { maxLength: 8 }), (publishes) => {
        const stands = new Map<string, StandingCapability>();
        for (const { offer: offered, complete } of publishes) {
          const contracts = offered.map(({ name, title }) => contract(name, title));
          const before = new Map(stands);
          const changes = decidePublish([...stands.values()], contracts, complete);
          expect(new Set(changes.map(({ capabilityId }) => capabilityId)).size).toBe(changes.length);
          for (const each of changes) {
            const had = before.get(each.capabilityId);
            if (each.change === 'unchanged') expect(had?.headDigest).toBe(each.digest);
            else if (each.change === 'removed') expect([complete, had?.head === null]).toEqual([true, false]);
            else expect(each.toVersion).toBe((had?.newestVersion ?? 0) + 1);
            stands.set(each.capabilityId, {
              capabilityId: each.capabilityId,
              newestVersion: Math.max(had?.newestVersion ?? 0, each.toVersion ?? 0),
              head: each.toVersion,
              headDigest: each.digest,
            });
          }
          const heads = [...stands.values()].filter(({ head }) => head !== null);
          for (const each of contracts) expect(stands.get(each.capability_id)?.headDigest).toBe(contentDigest(each));
          if (complete) expect(heads).toHaveLength(contracts.length);
          const again = decidePublish([...stands.values()], contracts, complete);
          expect(again.every(({ change }) => change === 'unchanged')).toBe(true);
        }
      }),
    );
  });
});
