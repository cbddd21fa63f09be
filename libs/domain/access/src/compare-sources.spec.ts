import { compareSources } from './compare-sources.js';

const known = [
  { name: 'catalog.read', roles: ['owner', 'viewer'] },
  { name: 'packs.write', roles: ['owner'] },
];
const uses = [
  { where: 'tools_search', permission: 'catalog.read' },
  { where: 'tools_get', permission: 'catalog.read' },
  { where: 'packs_publish', permission: 'packs.write' },
];

describe('comparing the two sources of permissions', () => {
  it('answers nothing when they agree', () => {
    expect(compareSources(uses, known)).toEqual([]);
  });

  it('names the definitions that ask for what rbac does not know', () => {
    expect(compareSources([...uses, { where: 'turns_list', permission: 'turns.peek' }], known)).toEqual([
      { permission: 'turns.peek', kind: 'unknown_to_rbac', message: 'turns_list asks for turns.peek; rbac does not know it' },
    ]);
  });

  it('names a permission that no role holds, with all that ask for it', () => {
    const orphan = [{ name: 'catalog.read', roles: [] }, known[1]!];
    expect(compareSources(uses, orphan)).toEqual([
      {
        permission: 'catalog.read',
        kind: 'held_by_no_role',
        message: 'tools_search, tools_get ask for catalog.read; no role in rbac holds it',
      },
    ]);
  });

  it('names a grant that no definition asks for', () => {
    expect(compareSources(uses, [...known, { name: 'runs.read', roles: ['viewer'] }])).toEqual([
      { permission: 'runs.read', kind: 'asked_for_nowhere', message: 'rbac grants runs.read to viewer; no definition asks for it' },
    ]);
  });
});
