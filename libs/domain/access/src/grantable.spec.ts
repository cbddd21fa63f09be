import fc from 'fast-check';
import { grantable, outranks } from './grantable.js';
import { ROLE_NAMES, ROLES } from './roles.js';

const permissionsOf = (roles: readonly string[]): Set<string> =>
  new Set(ROLES.filter(({ name }) => roles.includes(name)).flatMap(({ permissions }) => [...permissions]));

describe('handing out a role', () => {
  it('never gives a permission that the giver lacks', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ROLE_NAMES), { maxLength: 3 }), fc.constantFrom(...ROLE_NAMES), (giver, role) => {
        const lacks = [...permissionsOf([role])].some((permission) => !permissionsOf(giver).has(permission));
        expect(grantable(giver, role).outcome).toBe(lacks ? 'exceeds' : 'grantable');
      }),
    );
  });

  it('names what is missing: an admin cannot make an owner', () => {
    expect(grantable(['admin'], 'owner')).toEqual({ outcome: 'exceeds', missing: ['billing.write', 'capabilities.run.owner'] });
    expect(grantable(['admin'], 'admin').outcome).toBe('grantable');
  });

  it('knows no other role', () => {
    expect(grantable(['owner'], 'root')).toEqual({ outcome: 'unknown_role', known: ROLE_NAMES });
  });

  it('lets nobody change one who may do more', () => {
    expect(outranks(['admin'], ['owner'])).toEqual(['billing.write', 'capabilities.run.owner']);
    expect(outranks(['owner'], ['owner'])).toEqual([]);
    expect(outranks(['admin'], ['agent'])).toEqual([]);
  });
});
