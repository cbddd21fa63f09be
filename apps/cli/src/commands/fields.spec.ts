import { installsEnable, packsShare, pricesSet, runsList, toolsSearch } from '@turnpike/contracts';
import { readFields, readJson } from './fields.js';

describe('readFields', () => {
  it('takes plain words in order, and options by their wire names', () => {
    expect(readFields(toolsSearch, ['add a person'], { toolset: 'crm', limit: '5' })).toEqual({
      goal: 'add a person',
      pack_id: 'crm',
      limit: 5,
    });
    expect(readFields(pricesSet, ['crm.contacts.create', '2.5'], {})).toEqual({ capability_id: 'crm.contacts.create', per_call: '2.5' });
  });

  it('reads lists at commas, numbers as numbers, JSON as JSON, and a plain word where one is taken', () => {
    expect(readFields(toolsSearch, [], { queryTerms: 'a, b' })).toEqual({ query_terms: ['a', 'b'] });
    expect(readFields(runsList, [], { limit: '7' })).toEqual({ limit: 7 });
    expect(readFields(installsEnable, ['crm'], { settings: '{"a":1}' })).toEqual({ pack_id: 'crm', settings: { a: 1 } });
    expect(readFields(packsShare, ['crm'], { with: 'all' })).toEqual({ pack_id: 'crm', with: 'all' });
    expect(readFields(packsShare, ['crm'], { with: '["ws_1"]' })).toEqual({ pack_id: 'crm', with: ['ws_1'] });
  });

  it('says in one line what is wrong with JSON', () => {
    expect(() => readJson('--params', '{a')).toThrow('--params must be JSON');
  });
});
