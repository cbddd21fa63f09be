/**
 * Every permission that Turnpike knows. This list is rbac's own: it never imports the definitions of controls and
 * operations that name permissions, so that a mistake in one of the two is found by comparing them (F19).
 */
export const PERMISSIONS = [
  { name: 'catalog.read', summary: 'Search the catalog, read contracts and packs.' },
  { name: 'packs.write', summary: 'Publish, import, share and withdraw packs of this workspace.' },
  { name: 'installs.write', summary: 'Enable and disable packs in this workspace.' },
  { name: 'connections.read', summary: 'See connections and their state, never their credentials.' },
  { name: 'connections.write', summary: 'Connect, test and disconnect providers, and set the egress list.' },
  { name: 'runs.read', summary: 'See runs, their events and results.' },
  { name: 'runs.cancel', summary: 'Cancel runs.' },
  { name: 'turns.read', summary: 'See the tool turns of this workspace.' },
  { name: 'turns.write', summary: 'Retire tool turns.' },
  { name: 'members.read', summary: 'See members and roles.' },
  { name: 'members.write', summary: 'Add and remove members, and change their roles.' },
  { name: 'api_keys.read', summary: 'See API keys without their secrets.' },
  { name: 'api_keys.write', summary: 'Create and revoke API keys.' },
  { name: 'billing.read', summary: 'See prices, balance and estimates.' },
  { name: 'billing.write', summary: 'Set prices and grant credits.' },
  { name: 'audit.read', summary: 'Read the audit log.' },
  { name: 'capabilities.run.read_only', summary: 'Run capabilities that only read.' },
  { name: 'capabilities.run.internal_reversible', summary: 'Run capabilities whose effect inside can be undone.' },
  { name: 'capabilities.run.internal_irreversible', summary: 'Run capabilities whose effect inside cannot be undone.' },
  { name: 'capabilities.run.sending', summary: 'Run capabilities that send to people.' },
  { name: 'capabilities.run.publishing', summary: 'Run capabilities that publish to the outside.' },
  { name: 'capabilities.run.enrolling', summary: 'Run capabilities that enrol people.' },
  { name: 'capabilities.run.activating', summary: 'Run capabilities that switch something on.' },
  { name: 'capabilities.run.test_running', summary: 'Run capabilities that make a test run.' },
  { name: 'capabilities.run.owner', summary: 'Run capabilities whose consequence is a root action.' },
] as const;

export type Permission = (typeof PERMISSIONS)[number]['name'];

export const PERMISSION_NAMES: readonly Permission[] = PERMISSIONS.map(({ name }) => name);
