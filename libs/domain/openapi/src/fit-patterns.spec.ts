import { LIMITS } from '@turnpike/contracts';
import { fitPatterns } from './fit-patterns.js';

describe('fitPatterns', () => {
  it('asks once for each pattern, and keeps to the answer', () => {
    const asked: string[] = [];
    const fits = fitPatterns((pattern) => asked.push(pattern) > 0 && pattern !== 'no');
    expect(['yes', 'no', 'yes', 'no'].map(fits)).toEqual([true, false, true, false]);
    expect(asked).toEqual(['yes', 'no']);
  });

  it.each([
    ['a{2,}', true],
    ['a{900}b{900}', true],
    ['a{1000}b{1,1000}c{1000}', false],
    ['a'.repeat(LIMITS.importPatternWeight + 1), false],
  ])('weighs what repetitions write out: %s', (pattern, fit) => expect(fitPatterns(() => true)(pattern)).toBe(fit));

  it('judges no more than a document may have', () => {
    let asked = 0;
    const fits = fitPatterns(() => (asked += 1) > 0);
    const all = Array.from({ length: 1_000 }, (_, at) => fits(`x${at}{1000}`));
    expect(all[0]).toBe(true);
    expect(all.at(-1)).toBe(false);
    expect(asked).toBe(all.filter(Boolean).length);
    expect(asked * 1_000).toBeLessThanOrEqual(LIMITS.importPatternsWeight);
  });
});
