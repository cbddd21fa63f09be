import type { CallDefinition } from '@turnpike/contracts';

export interface RestRequest {
  readonly method: string;
  readonly path: string;
  readonly body: string | null;
}

/** The REST request of a call: fields named in the path go there, the rest into the query of a GET or the JSON body. */
export function requestOf(definition: CallDefinition, args: Record<string, unknown>): RestRequest {
  const rest = new Map(Object.entries(args).filter(([, value]) => value !== undefined));
  const path = definition.rest.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = rest.get(name);
    rest.delete(name);
    return encodeURIComponent(String(value ?? ''));
  });
  const named = [...rest].map(([name, value]) => [definition.wireNames?.[name] ?? name, value] as const);
  if (definition.rest.method !== 'GET') return { method: definition.rest.method, path, body: JSON.stringify(Object.fromEntries(named)) };
  const query = new URLSearchParams(named.map(([name, value]): [string, string] => [name, String(value)])).toString();
  return { method: 'GET', path: query === '' ? path : `${path}?${query}`, body: null };
}
