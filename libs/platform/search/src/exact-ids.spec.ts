import { exactIds } from './exact-ids.js';

describe('exactIds', () => {
  it('finds ids in a sentence, first named first, each once', () => {
    expect(exactIds('run crm.deal.close, then Crm.Deal.Open and crm.deal.close.')).toEqual(['crm.deal.close', 'crm.deal.open']);
  });

  it('takes a single word as it is', () => {
    expect(exactIds(' GetUser ')).toEqual(['GetUser']);
    expect(exactIds('two words')).toEqual([]);
  });

  it('reads at most 10', () => {
    expect(exactIds(Array.from({ length: 30 }, (_, at) => `a.b.c${at}`).join(' '))).toHaveLength(10);
  });
});
