import { BrokenDocument } from './document.js';
import type { ReadParameter } from './read-parameters.js';

/**
 * The parameters of a path as its template needs them. A name in the template that no parameter declares is a text that must be given; a path parameter
 * that the template does not name is left out. Both are faults of the document that many have, so they are warnings.
 */
export function fitPath(
  path: string,
  parameters: readonly ReadParameter[],
  pointer: string,
  warn: (message: string) => void,
): ReadParameter[] {
  if (path.includes('#')) throw new BrokenDocument(pointer, 'its path holds a #, and nothing behind it would be sent');
  const named = new Set([...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? ''));
  const isLost = ({ place }: ReadParameter): boolean => place.in === 'path' && !named.has(place.name);
  for (const { place } of parameters.filter(isLost))
    warn(`${pointer}: the path parameter ${place.name} is left out, since the path does not name it`);
  const declared = new Set(parameters.flatMap(({ place }) => (place.in === 'path' ? [place.name] : [])));
  const missing = [...named].filter((name) => !declared.has(name));
  for (const name of missing) warn(`${pointer}: {${name}} is taken as text, since no parameter declares it`);
  return [...missing.map((name) => undeclared(name, pointer)), ...parameters.filter((each) => !isLost(each))];
}

const undeclared = (name: string, pointer: string): ReadParameter => ({
  place: { in: 'path', name, style: 'simple', explode: false, allow_reserved: false, json: false },
  required: true,
  description: '',
  deprecated: false,
  schema: { type: 'string' },
  schemaPointer: pointer,
});
