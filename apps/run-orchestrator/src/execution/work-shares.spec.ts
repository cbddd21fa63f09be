import { MOST_AT_ONCE, MOST_OF_WORKSPACE, WorkShares } from './work-shares.js';

describe('places for work', () => {
  it('are bounded in all and for each workspace', () => {
    const shares = new WorkShares();
    const took = (workspace: string) => Array.from({ length: 30 }, () => shares.take(workspace)).filter(Boolean).length;
    expect(took('a')).toBe(MOST_OF_WORKSPACE);
    expect([shares.full(), shares.free]).toEqual([['a'], MOST_AT_ONCE - MOST_OF_WORKSPACE]);
    expect(took('b')).toBe(MOST_AT_ONCE - MOST_OF_WORKSPACE);
    expect([took('c'), shares.free]).toEqual([0, 0]);
    shares.leave('a');
    expect([shares.full(), took('c')]).toEqual([[], 1]);
  });

  it('are forgotten when they are left', () => {
    const shares = new WorkShares();
    shares.take('a');
    shares.leave('a');
    expect([shares.busy, shares.full(), shares.free]).toEqual([0, [], MOST_AT_ONCE]);
  });
});
