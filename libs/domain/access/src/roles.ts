import { PERMISSION_NAMES, type Permission } from './permissions.js';

export interface Role {
  readonly name: string;
  readonly summary: string;
  readonly permissions: readonly Permission[];
}

const runs = PERMISSION_NAMES.filter((name) => name.startsWith('capabilities.run.'));
const allBut = (from: readonly Permission[], ...left: readonly Permission[]): Permission[] => from.filter((name) => !left.includes(name));

/** The built-in roles, most powerful first. A principal's permissions are the union of its roles'. */
export const ROLES: readonly Role[] = [
  { name: 'owner', summary: 'Everything, root actions included.', permissions: PERMISSION_NAMES },
  {
    name: 'admin',
    summary: 'Everything but prices, credits and root capabilities.',
    permissions: allBut(PERMISSION_NAMES, 'billing.write', 'capabilities.run.owner'),
  },
  {
    name: 'publisher',
    summary: 'Publishes packs and tries them.',
    permissions: [
      'catalog.read',
      'packs.write',
      'installs.write',
      'runs.read',
      'turns.read',
      'capabilities.run.read_only',
      'capabilities.run.test_running',
      'capabilities.run.internal_reversible',
    ],
  },
  {
    name: 'agent',
    summary: 'Searches the catalog and runs capabilities.',
    permissions: ['catalog.read', 'runs.read', 'runs.cancel', 'connections.read', ...allBut(runs, 'capabilities.run.owner')],
  },
  {
    name: 'pack_publisher',
    summary: "Publishes the packs that its key's scopes name and nothing else: for a team's own CI.",
    permissions: ['catalog.read', 'packs.write'],
  },
  {
    name: 'viewer',
    summary: 'Looks, and runs what only reads.',
    permissions: ['catalog.read', 'runs.read', 'members.read', 'capabilities.run.read_only'],
  },
];

export const ROLE_NAMES: readonly string[] = ROLES.map(({ name }) => name);
