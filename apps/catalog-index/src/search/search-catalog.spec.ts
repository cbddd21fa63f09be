import type { Contract } from '@turnpike/contracts';
import type { Database } from '@turnpike/platform-persistence';
import { InProcessEngine } from '@turnpike/platform-search';
import { Catalog } from '../catalog/catalog.js';
import { WorkspaceGoals } from '../goals/workspace-goals.js';
import { SearchCatalog } from './search-catalog.js';

const PACK = { title: '', description: '', state: 'live', shared_all: true, shared_with: [], version: 1 } as const;
const GOAL = 'tell the folks upstairs how we are doing';

// A database without rows: what is learned here is learned by hand.
const nothing = { query: () => Promise.resolve([]) } as unknown as Database;

function start() {
  const catalog = new Catalog(new InProcessEngine());
  const goals = new WorkspaceGoals(nothing);
  for (const [pack, ids] of [
    ['crm', ['crm.report.share', 'crm.folks.list', 'crm.people.tell']],
    ['erp', ['erp.ledger.close']],
  ] as const) {
    catalog.applyPack({ ...PACK, owner_workspace_id: 'ws_pub', pack_id: pack });
    for (const id of ids) {
      const contract = { capability_id: id, title: '', summary: '', description: '', goals: [], input_schema: {}, action_policy: {} };
      catalog.applyContract('ws_pub', pack, id, contract as unknown as Contract, 1);
    }
    for (const workspace of ['ws_a', 'ws_b'])
      catalog.applyInstall({ workspace_id: workspace, pack_id: pack, owner_workspace_id: 'ws_pub', enabled: true, version: 1 });
  }
  const searching = new SearchCatalog(catalog, goals);
  const find = (workspace: string, text = GOAL, scope: string | null = null) =>
    searching
      .search({ caller: { workspace_id: workspace } as never, text, terms: null, pack_id: scope, limit: 10 })
      .hits.map(({ capability_id: id }) => id);
  const learn = (workspace: string, pack: string, id: string, goal = GOAL) =>
    goals.learn({ workspace_id: workspace, owner_workspace_id: 'ws_pub', pack_id: pack, capability_id: id, goal });
  return { catalog, goals, find, learn };
}

describe('SearchCatalog', () => {
  it('finds what a like goal led to, though no word of it is there, in that workspace and no other', () => {
    const { find, learn } = start();
    const [before, ofOther] = [find('ws_a'), find('ws_b')];
    expect(before).not.toContain('crm.report.share');
    learn('ws_a', 'crm', 'crm.report.share');
    expect(find('ws_a', 'tell folks upstairs how all are doing')).toContain('crm.report.share');
    expect(find('ws_b')).toEqual(ofOther);
  });

  it('forgets all of it, and nothing of another workspace', async () => {
    const { find, learn, goals } = start();
    const before = find('ws_a');
    for (const workspace of ['ws_a', 'ws_b']) learn(workspace, 'crm', 'crm.report.share');
    await goals.forget('ws_a');
    expect(find('ws_a')).toEqual(before);
    expect(find('ws_b')).toContain('crm.report.share');
  });

  it('puts what is named outright first, whatever was learned', () => {
    const { find, learn } = start();
    const named = `${GOAL}: crm.folks.list`;
    learn('ws_a', 'crm', 'crm.people.tell', named);
    expect(find('ws_a', named)[0]).toBe('crm.folks.list');
  });

  it('counts nothing that was learned of what is gone, not enabled or out of scope', () => {
    const { catalog, find, learn } = start();
    const before = find('ws_a');
    learn('ws_a', 'erp', 'erp.ledger.close');
    expect(find('ws_a')).toContain('erp.ledger.close');
    expect(find('ws_a', GOAL, 'crm')).not.toContain('erp.ledger.close');
    catalog.applyContract('ws_pub', 'erp', 'erp.ledger.close', null, 2);
    expect(find('ws_a')).toEqual(before);
    learn('ws_a', 'crm', 'crm.report.share');
    catalog.applyInstall({ workspace_id: 'ws_a', pack_id: 'crm', owner_workspace_id: 'ws_pub', enabled: false, version: 2 });
    expect(find('ws_a')).toEqual([]);
  });
});
