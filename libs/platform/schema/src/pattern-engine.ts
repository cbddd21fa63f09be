import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';

/** Whether a pattern can be matched in linear time, by RE2's rules. */
export function patternFits(pattern: string): boolean {
  const known = judged.get(pattern);
  if (known !== undefined) return known;
  const fits = compiles(pattern);
  judged.set(pattern, fits);
  return fits;
}

/** One shared pattern stands in thousands of contracts, and each is looked at by itself. */
const judged = new LRUCache<string, boolean>({ max: 5_000 });

function compiles(pattern: string): boolean {
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

/** The engine that Ajv is given for `pattern`: RE2, so that no pattern of a stranger can hold the event loop. */
export const linearEngine = Object.assign(
  (pattern: string): { test(text: string): boolean; toString(): string } => {
    const compiled = RE2JS.compile(pattern);
    // Ajv keeps compiled patterns by their text form: without one of its own, the first pattern would stand for all.
    return { test: (text) => compiled.test(text), toString: () => pattern };
  },
  { code: 'linear' },
);
