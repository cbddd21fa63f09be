import { LIMITS } from '@turnpike/contracts';

/**
 * Judges each pattern once, and only as many as a document may have: an engine of linear time still takes its time to compile, by the length of a pattern
 * and by what its counted repetitions write out. What is over the measure does not fit.
 */
export function fitPatterns(fits: (pattern: string) => boolean): (pattern: string) => boolean {
  const known = new Map<string, boolean>();
  let spent = 0;
  return (pattern) => {
    const before = known.get(pattern);
    if (before !== undefined) return before;
    const weight = weightOf(pattern);
    const affordable = weight <= LIMITS.importPatternWeight && spent + weight <= LIMITS.importPatternsWeight;
    if (affordable) spent += weight;
    const fit = affordable && fits(pattern);
    known.set(pattern, fit);
    return fit;
  };
}

/** Characters, and the largest number of each `{n,m}`; one within another is bounded by the engine itself. */
function weightOf(pattern: string): number {
  if (pattern.length > LIMITS.importPatternWeight) return pattern.length;
  const counts = [...pattern.matchAll(/\{(\d{1,6})(?:,(\d{0,6}))?\}/g)].map(([, least, most]) =>
    Math.max(Number(least), Number(most ?? 0)),
  );
  return counts.reduce((sum, count) => sum + count, pattern.length);
}
