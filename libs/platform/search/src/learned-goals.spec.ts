import { LearnedGoals } from './learned-goals.js';
import { rankWithLearned } from './rank-with-learned.js';
import type { SearchHit } from './search-engine.js';

const learned = (capabilityId: string, goal: string) => ({ packKey: 'one/erp', capabilityId, goal });
const hit = (capabilityId: string, rawScore: number): SearchHit => ({
  packKey: 'one/erp',
  packId: 'erp',
  capabilityId,
  title: capabilityId,
  score: 0,
  rawScore,
  matched: [],
});
const ids = (hits: readonly SearchHit[]) => hits.map(({ capabilityId }) => capabilityId);

describe('LearnedGoals', () => {
  it('tells how like a text the likeliest goal of each capability is, by stems', () => {
    const goals = new LearnedGoals(10);
    goals.learn(learned('a', 'chase overdue invoices'));
    goals.learn(learned('a', 'archive parcels'));
    goals.learn(learned('b', 'archive the ledger of last year'));
    const like = goals.like('Chasing the overdue invoice!').map(({ learned: { capabilityId }, likeness }) => [capabilityId, likeness]);
    expect(like).toEqual([['a', 1]]);
    expect(goals.like('book a flight')).toEqual([]);
    expect(goals.like('…')).toEqual([]);
  });

  it('keeps a goal once however often it is reached, and no more than it may: what was reached longest ago goes', () => {
    const goals = new LearnedGoals(2);
    for (const goal of ['chase invoices', 'archive parcels', 'chase invoices', 'book flights']) goals.learn(learned('a', goal));
    expect(goals.size).toBe(2);
    expect([goals.like('archive parcels'), goals.like('chase invoices').length]).toEqual([[], 1]);
  });
});

describe('rankWithLearned', () => {
  const likely = [{ learned: learned('c', 'x'), likeness: 1 }];

  it('lifts what a like goal led to, no further than half of the best', () => {
    expect(ids(rankWithLearned([hit('a', 10), hit('b', 7), hit('c', 6)], likely, 0))).toEqual(['c', 'a', 'b']);
    expect(ids(rankWithLearned([hit('a', 10), hit('b', 7), hit('c', 4)], likely, 0))).toEqual(['a', 'c', 'b']);
  });

  it('leaves what was named outright first, and scores between 0 and 1', () => {
    const ranked = rankWithLearned([hit('n', 12), hit('a', 10), hit('c', 9)], likely, 1);
    expect(ids(ranked)).toEqual(['n', 'c', 'a']);
    expect(ranked.map(({ score }) => score)).toEqual([1, 1, 0.714]);
  });
});
