import type { Contract } from '@turnpike/contracts';
import { InProcessEngine } from '@turnpike/platform-search';
import { Catalog, type KnownPack } from './catalog.js';

const pack = (more: Partial<KnownPack> = {}): KnownPack => ({
  owner_workspace_id: 'ws_a',
  pack_id: 'crm',
  title: 'CRM',
  description: '',
  state: 'live',
  shared_all: false,
  shared_with: [],
  version: 10,
  ...more,
});
const install = (workspace: string, version: number, enabled = true) => ({
  workspace_id: workspace,
  pack_id: 'crm',
  owner_workspace_id: 'ws_a',
  enabled,
  version,
});
const contract = (id: string, title: string) =>
  ({ capability_id: id, title, summary: '', description: '', goals: [], input_schema: {} }) as unknown as Contract;

describe('Catalog', () => {
  const make = () => new Catalog(new InProcessEngine());
  const find = (catalog: Catalog, workspace: string, text = 'contacts') =>
    catalog.engine.search({ text, packKeys: catalog.visiblePacks(workspace), limit: 5 }).hits.map(({ title }) => title);

  it('applies by version: what comes late, twice or in another order changes nothing', () => {
    const told: ((catalog: Catalog) => void)[] = [
      (catalog) => catalog.applyPack(pack()),
      (catalog) => catalog.applyInstall(install('ws_a', 5)),
      (catalog) => catalog.applyContract('ws_a', 'crm', 'crm.contacts.list', contract('crm.contacts.list', 'Old contacts'), 20),
      (catalog) => catalog.applyContract('ws_a', 'crm', 'crm.contacts.list', contract('crm.contacts.list', 'New contacts'), 21),
    ];
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [2, 3, 0, 1, 2, 0],
      [3, 0, 1, 2],
    ]) {
      const catalog = make();
      for (const at of order) told[at]?.(catalog);
      expect(find(catalog, 'ws_a')).toEqual(['New contacts']);
    }
  });

  it('a withdrawal that overtakes its contract stays a withdrawal', () => {
    const catalog = make();
    catalog.applyPack(pack());
    catalog.applyInstall(install('ws_a', 5));
    catalog.applyContract('ws_a', 'crm', 'crm.contacts.list', null, 22);
    catalog.applyContract('ws_a', 'crm', 'crm.contacts.list', contract('crm.contacts.list', 'Contacts'), 21);
    expect(find(catalog, 'ws_a')).toEqual([]);
  });

  it('shows a pack only where it is enabled and may be used, as that changes', () => {
    const catalog = make();
    catalog.applyPack(pack());
    catalog.applyInstall(install('ws_b', 5));
    expect(catalog.visiblePacks('ws_b').size).toBe(0);
    catalog.applyPack(pack({ shared_with: ['ws_b'], version: 11 }));
    expect([...catalog.visiblePacks('ws_b')]).toEqual(['ws_a/crm']);
    expect(catalog.visiblePacks('ws_b')).toBe(catalog.visiblePacks('ws_b'));
    catalog.applyPack(pack({ shared_with: ['ws_b'], state: 'draft', version: 12 }));
    expect(catalog.visiblePacks('ws_b').size).toBe(0);
    catalog.applyPack(pack({ shared_all: true, version: 13 }));
    expect(catalog.visiblePacks('ws_b').size).toBe(1);
    catalog.applyInstall(install('ws_b', 6, false));
    expect(catalog.visiblePacks('ws_b').size).toBe(0);
  });
});
