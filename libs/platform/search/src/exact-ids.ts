const MOST_IDS = 10;
const ID = /[a-z][a-z0-9_]*(?:\.[a-z0-9_]+){2,}/g;

/** Capability ids that a text names outright, first named first, at most 10; a text that is but one word may be one too. */
export function exactIds(text: string): string[] {
  const whole = text.trim();
  const named = [...whole.toLowerCase().matchAll(ID)].map(([id]) => id);
  return [...new Set(/^\S{1,200}$/.test(whole) ? [whole, ...named] : named)].slice(0, MOST_IDS);
}
