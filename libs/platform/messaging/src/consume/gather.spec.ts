import { Gatherer } from './gather.js';

describe('a gatherer', () => {
  const gathered = (most: number, work?: (items: readonly number[]) => Promise<readonly (string | Promise<string>)[]>) => {
    const groups: number[][] = [];
    const gatherer = new Gatherer<number, string>(most, async (items) => {
      groups.push([...items]);
      await new Promise(setImmediate);
      return work ? work(items) : items.map(String);
    });
    return { groups, gatherer };
  };

  it('works at once on the first, and then on what has come meanwhile, so many at a time', async () => {
    const { groups, gatherer } = gathered(3);
    expect(await Promise.all([1, 2, 3, 4, 5].map((n) => gatherer.add(n)))).toEqual(['1', '2', '3', '4', '5']);
    expect(groups).toEqual([[1], [2, 3, 4], [5]]);
    expect(await gatherer.add(6)).toBe('6');
  });

  it('gives each its own result, also one that fails, and a throw to all of its group', async () => {
    const { gatherer } = gathered(3, async (items) => {
      if (items.includes(4)) throw new Error('all');
      return items.map((n) => (n === 2 ? Promise.reject(new Error('two')) : String(n)));
    });
    const results = await Promise.allSettled([1, 2, 3].map((n) => gatherer.add(n)));
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    await expect(gatherer.add(4)).rejects.toThrow('all');
    expect(await gatherer.add(5)).toBe('5');
  });
});
