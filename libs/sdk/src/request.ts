import type { CallDefinition } from '@turnpike/contracts';

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/**
 * The REST request of a call: fields named in the path go there, the rest into the query of a GET or the JSON body.
 * Throws a `TypeError` for what no request can carry: a missing path field, `.` or `..` in one (a URL would swallow it), no JSON.
 */
export function requestOf(definition: CallDefinition, args: Record<string, unknown>): RestRequest {
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = definition.rest.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return pathStep(definition.name, name, value);
  });
  const named = [...rest].map(([name, value]) => [definition.wireNames?.[name] ?? name, value] as const);
  if (definition.rest.method !== 'GET') return { method: definition.rest.method, path, body: JSON.stringify(Object.fromEntries(named)) };
  const query = new URLSearchParams(named.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return { method: 'GET', path: query === '' ? path : `${path}?${query}`, body: null };
}

function pathStep(call: string, name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text !== 'string' || text === '' || text === '.' || text === '..') throw new TypeError(`${call} wants ${name} as a name`);
  if (!text.isWellFormed()) throw new TypeError(`${name} of ${call} is no whole Unicode text`);
  return encodeURIComponent(text);
}
