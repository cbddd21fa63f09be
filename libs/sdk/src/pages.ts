import type { Answer } from './read-answer.js';
import { TransportFailure } from './transport-failure.js';

interface Page {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** The pages of a cursor list, one answer each, until there is no next one; a refusal is the last. A server that goes in circles is left. */
export async function* pages<T>(url: string, call: (cursor: string | undefined) => Promise<Answer<T>>): AsyncGenerator<Answer<T>> {
  const seen = new Set<string>();
  for (let cursor: string | undefined; ;) {
    const answer = await call(cursor);
    yield answer;
    const next = answer.ok ? (answer.data as Page).next_cursor : null;
    if (typeof next !== 'string') return;
    if (seen.has(next)) throw new TransportFailure({ kind: 'not_turnpike', url, why: 'a list gave the same cursor twice' });
    seen.add(next);
    cursor = next;
  }
}
