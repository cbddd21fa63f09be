import fc from 'fast-check';
import { CompiledGrants } from './compiled-grants.js';
import { GRANTS } from './grants.js';
import { PERMISSION_NAMES } from './permissions.js';
import { ROLE_NAMES, ROLES } from './roles.js';

interface World {
  names: string[];
  roles: { name: string; permissions: string[] }[];
  held: string[];
  asked: string;
}

/** Up to 90 permissions, so that sets of one, two and three words are all met. */
const world: fc.Arbitrary<World> = fc.integer({ min: 0, max: 90 }).chain((count) => {
  const names = Array.from({ length: count }, (_, index) => `permission.p${index}`);
  const anyName = fc.constantFrom(...names, 'permission.unknown');
  const roleNames = ['r0', 'r1', 'r2', 'r3'];
  return fc.record({
    names: fc.constant(names),
    roles: fc.tuple(...roleNames.map((name) => fc.record({ name: fc.constant(name), permissions: fc.array(anyName, { maxLength: 40 }) }))),
    held: fc.array(fc.constantFrom(...roleNames, 'r_unknown'), { maxLength: 4 }),
    asked: anyName,
  });
});

const naively = ({ names, roles, held, asked }: World): boolean =>
  names.includes(asked) && held.some((name) => roles.some((role) => role.name === name && role.permissions.includes(asked)));

describe('compiled grants', () => {
  it('decide as a naive reading of the grants does, on 100,000 random cases', () => {
    let allowed = 0;
    fc.assert(
      fc.property(world, (given) => {
        const grants = new CompiledGrants(given.names, given.roles);
        const decision = grants.holds(grants.union(given.held), given.asked);
        if (decision) allowed += 1;
        return decision === naively(given);
      }),
      { numRuns: 100_000 },
    );
    expect(allowed).toBeGreaterThan(5_000);
  });

  it('list the union of the roles, and what one set lacks of another, as naive sets do', () => {
    fc.assert(
      fc.property(world, fc.array(fc.constantFrom('r0', 'r1', 'r2', 'r3')), (given, others) => {
        const grants = new CompiledGrants(given.names, given.roles);
        const of = (held: string[]): string[] => given.names.filter((asked) => naively({ ...given, held, asked }));
        const missing = of(given.held).filter((name) => !of(others).includes(name));
        expect(grants.namesOf(grants.union(given.held))).toEqual(of(given.held));
        expect(grants.missing(grants.union(given.held), grants.union(others))).toEqual(missing);
      }),
      { numRuns: 2_000 },
    );
  });

  it('name the roles that hold a permission, and none for an unknown one', () => {
    expect(GRANTS.holders('billing.write')).toEqual(['owner']);
    expect(GRANTS.holders('catalog.read')).toEqual(['owner', 'admin', 'publisher', 'agent', 'pack_publisher', 'viewer']);
    expect(GRANTS.holders('catalog.destroy')).toEqual([]);
  });
});

describe('the built-in roles', () => {
  it('grant only permissions that exist, once each', () => {
    for (const role of ROLES) {
      expect(new Set(role.permissions).size).toBe(role.permissions.length);
      for (const name of role.permissions) expect(PERMISSION_NAMES).toContain(name);
    }
    expect(new Set(ROLE_NAMES).size).toBe(ROLES.length);
  });

  it('keep root capabilities and prices to the owner', () => {
    for (const role of ROLES.filter(({ name }) => name !== 'owner')) {
      expect(role.permissions).not.toContain('capabilities.run.owner');
      expect(role.permissions).not.toContain('billing.write');
    }
  });

  it('leave no permission without a role', () => {
    for (const name of PERMISSION_NAMES) expect(GRANTS.holders(name)).not.toEqual([]);
  });
});
