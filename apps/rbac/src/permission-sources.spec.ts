import { actionPolicy, CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { compareSources, GRANTS, PERMISSION_NAMES } from '@turnpike/domain-access';

const known = PERMISSION_NAMES.map((name) => ({ name, roles: GRANTS.holders(name) }));
const dispatched = [...CONTROLS, ...OPERATIONS].flatMap(({ name, permission }) =>
  permission === null ? [] : [{ where: name, permission }],
);
const policies = actionPolicy.options.map((policy) => ({ where: `policy ${policy}`, permission: `capabilities.run.${policy}` }));

describe('the two sources of permissions', () => {
  it('agree: every control, operation and action policy asks for what rbac grants, and nothing is granted in vain', () => {
    expect(dispatched.length).toBeGreaterThan(25);
    expect(compareSources([...dispatched, ...policies], known)).toEqual([]);
  });
});
