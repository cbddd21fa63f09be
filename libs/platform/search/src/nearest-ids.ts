/** The ids that share most letter pairs with a given one, best first; none that shares under a third. */
export function nearestIds(id: string, known: readonly string[], limit: number): string[] {
  const wanted = pairs(id);
  return known
    .map((each) => ({ each, likeness: likeness(wanted, pairs(each)) }))
    .filter(({ likeness: value }) => value > 1 / 3)
    .sort((a, b) => b.likeness - a.likeness || (a.each < b.each ? -1 : 1))
    .slice(0, limit)
    .map(({ each }) => each);
}

function pairs(text: string): Set<string> {
  const lower = text.toLowerCase().slice(0, 200);
  return new Set(Array.from({ length: Math.max(0, lower.length - 1) }, (_, at) => lower.slice(at, at + 2)));
}

function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of a) if (b.has(pair)) shared += 1;
  return (2 * shared) / (a.size + b.size || 1);
}
