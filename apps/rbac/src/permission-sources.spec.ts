import { actionPolicy, CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { compareSources, GRANTS, PERMISSION_NAMES, permissionUses } from '@turnpike/domain-access';

const known = PERMISSION_NAMES.map((name) => ({ name, roles: GRANTS.holders(name) }));

describe('the two sources of permissions', () => {
  it('agree: every control, operation and action policy asks for what rbac grants, and nothing is granted in vain', () => {
    const uses = permissionUses([...CONTROLS, ...OPERATIONS], actionPolicy.options);
    expect(uses.length).toBeGreaterThan(30);
    expect(compareSources(uses, known)).toEqual([]);
  });
});
