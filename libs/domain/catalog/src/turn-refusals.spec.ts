import { catalogChanged, notFetched, startAfresh, turnExpired, turnFull, type TurnOrigin } from './turn-refusals.js';

const bySearch: TurnOrigin = { goal: 'add a contact', queryTerms: null, packId: null, mintedBy: 'search' };
const ID = 'crm.contacts.create';

describe('the repair of a turn that is over', () => {
  it.each<[string, TurnOrigin, string, object]>([
    ['a goal', bySearch, 'tools_search', { goal: 'add a contact' }],
    ['a goal in a pack', { ...bySearch, packId: 'crm' }, 'tools_search', { goal: 'add a contact', pack_id: 'crm' }],
    ['terms', { ...bySearch, goal: null, queryTerms: ['add', 'contact'] }, 'tools_search', { query_terms: ['add', 'contact'] }],
    ['a get', { goal: null, queryTerms: null, packId: null, mintedBy: 'get' }, 'tools_get', { capability_id: ID }],
  ])('is the call that began it: %s', (_name, origin, control, args) => {
    for (const repair of [startAfresh(origin, ID), turnExpired(origin, ID).repair!, catalogChanged([], origin, ID).repair!]) {
      expect(repair).toMatchObject({ control, arguments: args });
      expect(JSON.stringify(repair)).not.toContain('token');
    }
  });

  it('comes with what changed, each part named once in the message', () => {
    const changes = [
      { part: 'contract' as const, key: `ws/${ID}`, from: '1', to: '2' },
      { part: 'contract' as const, key: 'ws/crm.x.y', from: '3', to: 'withdrawn' },
      { part: 'pack' as const, key: 'ws/crm', from: '7', to: '9' },
    ];
    const refusal = catalogChanged(changes, bySearch, ID);
    expect(refusal).toMatchObject({ code: 'catalog_changed', details: { changes } });
    expect(refusal.message).toContain('(contract, pack)');
  });

  it('is the read of the contract where it was never delivered, or where the turn is full', () => {
    for (const refusal of [notFetched(ID), turnFull(ID, 64)])
      expect(refusal.repair).toMatchObject({ control: 'tools_get', arguments: { capability_id: ID } });
    expect([notFetched(ID).code, turnFull(ID, 64).code]).toEqual(['capability_not_fetched', 'conflict']);
    expect(turnFull(ID, 64).details).toEqual({ limit: 64 });
  });
});
