import { searchGuidance } from './search-guidance.js';

type Found = Parameters<typeof searchGuidance>[1];
const found = (packs: readonly string[], owners: readonly [string, number][] = []): Found =>
  ({
    hits: packs.map((pack_id) => ({ pack_id })),
    owners: owners.map(([pack_id, score]) => ({ pack_id, score })),
  }) as unknown as Found;
const origin = (pack_id: string | null) => ({ goal: 'send a mail', query_terms: null, pack_id });

describe('searchGuidance', () => {
  it('asks to route an answer that is spread over packs, none of which holds more than half', () => {
    expect(searchGuidance(origin(null), found(['a', 'b', 'c']))).toMatchObject([
      { packs: ['a', 'b', 'c'], repair: { control: 'packs_route', arguments: { goal: 'send a mail' } } },
    ]);
    const terms = { goal: null, query_terms: ['send', 'mail'], pack_id: null };
    expect(searchGuidance(terms, found(['a', 'b', 'c']))[0]?.repair?.arguments).toEqual({ goal: 'send mail' });
  });

  it.each([[['a', 'a', 'b']], [['a', 'a', 'a', 'b', 'c']], [[]]])('says nothing of %j', (packs) => {
    expect(searchGuidance(origin(null), found(packs))).toEqual([]);
  });

  it('names who may own the outcome when a scope is weak, at most three, and never widens by itself', () => {
    const owners: [string, number][] = [
      ['mine', 2],
      ['v', 9],
      ['w', 8],
      ['x', 7],
      ['y', 6],
      ['z', 3],
    ];
    expect(searchGuidance(origin('mine'), found(['mine'], owners))).toMatchObject([{ packs: ['v', 'w', 'x'], repair: null }]);
  });

  it('leaves a scope alone that no other pack beats by half', () => {
    expect(
      searchGuidance(
        origin('mine'),
        found(
          ['mine'],
          [
            ['mine', 2],
            ['v', 3],
          ],
        ),
      ),
    ).toEqual([]);
  });
});
