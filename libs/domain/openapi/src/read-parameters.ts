import { isJsonMediaType } from '@turnpike/kernel';
import { LIMITS, type ParameterPlace } from '@turnpike/contracts';
import { BrokenDocument, isNode, listAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

export interface ReadParameter {
  readonly place: Omit<ParameterPlace, 'field'>;
  readonly required: boolean;
  readonly description: string;
  readonly deprecated: boolean;
  readonly schema: unknown;
  readonly schemaPointer: string;
}

/** OpenAPI says that header parameters of these names are to be ignored; the executor sets them. */
const OWN_HEADERS = new Set(['accept', 'content-type', 'authorization']);
const PLACES = ['path', 'query', 'header', 'cookie'] as const;
const STYLES = ['simple', 'label', 'matrix', 'form', 'spaceDelimited', 'pipeDelimited', 'deepObject'] as const;

/** Parameters of an operation: those of its path, overridden by its own of the same place and name. */
export function readParameters(
  document: OpenApiDocument,
  pathItem: { node: Node; pointer: string },
  operation: { node: Node; pointer: string },
): ReadParameter[] {
  const found = new Map<string, ReadParameter>();
  for (const { node, pointer } of [pathItem, operation]) {
    const list = listAt(node, 'parameters', pointer);
    if (list.length > LIMITS.importParameters)
      throw new BrokenDocument(pointerTo(pointer, 'parameters'), `more than ${LIMITS.importParameters} are not taken`);
    list.forEach((each, index) => {
      const parameter = readParameter(document, each, pointerTo(pointer, 'parameters', index));
      if (parameter) found.set(`${parameter.place.in} ${parameter.place.name}`, parameter);
    });
  }
  return [...found.values()];
}

function readParameter(document: OpenApiDocument, value: unknown, at: string): ReadParameter | null {
  const { node, pointer } = resolveReference(document, value, at);
  const place = PLACES.find((each) => each === node['in']);
  const name = textOf(node, 'name');
  if (!place) throw new BrokenDocument(pointerTo(pointer, 'in'), `must be one of ${PLACES.join(', ')}`);
  if (name === '' || name.length > LIMITS.importNameCharacters)
    throw new BrokenDocument(pointerTo(pointer, 'name'), `must be text of at most ${LIMITS.importNameCharacters} characters`);
  if (place === 'header' && OWN_HEADERS.has(name.toLowerCase())) return null;
  const style = STYLES.find((each) => each === node['style']) ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  const content = firstContent(node, pointer);
  return {
    place: {
      in: place,
      name,
      style,
      explode: typeof node['explode'] === 'boolean' ? node['explode'] : style === 'form',
      allow_reserved: node['allowReserved'] === true,
      json: content !== null && isJsonMediaType(content.mediaType),
    },
    required: place === 'path' || node['required'] === true,
    description: textOf(node, 'description'),
    deprecated: node['deprecated'] === true,
    schema: content?.schema ?? node['schema'] ?? {},
    schemaPointer: content?.pointer ?? pointerTo(pointer, 'schema'),
  };
}

function firstContent(node: Node, pointer: string): { mediaType: string; schema: unknown; pointer: string } | null {
  if (!isNode(node['content'])) return null;
  const [entry] = Object.entries(node['content']);
  if (!entry || !isNode(entry[1])) throw new BrokenDocument(pointerTo(pointer, 'content'), 'must hold one media type');
  return { mediaType: entry[0], schema: entry[1]['schema'] ?? {}, pointer: pointerTo(pointer, 'content', entry[0], 'schema') };
}
