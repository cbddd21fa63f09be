import fc from 'fast-check';
import { leavesNoOwner, type Membership } from './last-owner.js';

const user = (principalId: string, roles: string[], active = true): Membership => ({ principalId, kind: 'user', roles, active });
const key = (principalId: string, roles: string[]): Membership => ({ principalId, kind: 'api_key', roles, active: true });

const members = fc.uniqueArray(
  fc.record({
    principalId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    kind: fc.constantFrom('user' as const, 'api_key' as const),
    roles: fc.subarray(['owner', 'admin', 'agent']),
    active: fc.boolean(),
  }),
  { selector: ({ principalId }) => principalId },
);
const owners = (all: readonly Membership[]): number => all.filter((m) => m.kind === 'user' && m.active && m.roles.includes('owner')).length;

describe('the last owner', () => {
  it('stays, whatever change is asked for', () => {
    fc.assert(
      fc.property(members, fc.constantFrom('a', 'b', 'c'), fc.subarray(['owner', 'agent']), (all, target, roles) => {
        const after = all.map((member) => (member.principalId === target ? { ...member, roles } : member));
        const wouldOrphan = owners(all) > 0 && owners(after) === 0;
        expect(leavesNoOwner(all, target, roles)).toBe(wouldOrphan);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is not relieved by an API key or by an invitation that nobody took up', () => {
    const given = [user('ann', ['owner']), key('ak', ['owner']), user('bob', ['owner'], false)];
    expect(leavesNoOwner(given, 'ann', [])).toBe(true);
    expect(leavesNoOwner([...given, user('cleo', ['owner'])], 'ann', ['viewer'])).toBe(false);
  });
});
