import type { AuthScheme } from '@turnpike/contracts';
import { BrokenDocument, isNode, listAt, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

export interface ReadSecurity {
  /** Ways to sign in, in the document's order; `none` alone where none is needed. */
  readonly schemes: readonly AuthScheme[];
  readonly scopes: readonly string[];
}

/** Which credential an operation needs. Alternatives that want two credentials at once cannot be met and are passed over. */
export function readSecurity(document: OpenApiDocument, operation: Node, at: string): ReadSecurity {
  const own = operation['security'] !== undefined;
  const alternatives = own ? listAt(operation, 'security', at) : listAt(document.root, 'security', '');
  const pointer = pointerTo(own ? at : '', 'security');
  if (alternatives.length === 0) return { schemes: [{ type: 'none' }], scopes: [] };
  const read = alternatives.map((each, index) => readAlternative(document, each, pointerTo(pointer, index)));
  const met = read.flatMap((each) => (each === null ? [] : [each]));
  if (met.length === 0)
    throw new BrokenDocument(pointer, 'every way to sign in wants several credentials at once, or a scheme that is not read');
  const open = met.find(({ scheme }) => scheme.type === 'none');
  if (open) return { schemes: [open.scheme], scopes: [] };
  return { schemes: met.map(({ scheme }) => scheme), scopes: [...new Set(met.flatMap(({ scopes }) => scopes))] };
}

function readAlternative(document: OpenApiDocument, value: unknown, pointer: string): { scheme: AuthScheme; scopes: string[] } | null {
  if (!isNode(value)) throw new BrokenDocument(pointer, 'must be an object');
  const names = Object.keys(value);
  const [name] = names;
  if (name === undefined) return { scheme: { type: 'none' }, scopes: [] };
  if (names.length > 1) return null;
  const components = nodeAt(document.root, 'components', '');
  const declared = nodeAt(components, 'securitySchemes', '/components')[name];
  if (declared === undefined) throw new BrokenDocument(pointerTo(pointer, name), `names a security scheme that is not declared`);
  const scheme = schemeOf(resolveReference(document, declared, pointerTo('/components/securitySchemes', name)).node);
  const scopes = Array.isArray(value[name]) ? value[name].filter((each) => typeof each === 'string') : [];
  return scheme && { scheme, scopes };
}

function schemeOf(node: Node): AuthScheme | null {
  switch (textOf(node, 'type')) {
    case 'apiKey': {
      const place = (['header', 'query', 'cookie'] as const).find((each) => each === node['in']);
      return place ? { type: 'api_key', in: place, name: textOf(node, 'name') } : null;
    }
    case 'http': {
      const scheme = textOf(node, 'scheme').toLowerCase();
      return scheme === 'bearer' || scheme === 'basic' ? { type: scheme } : null;
    }
    case 'oauth2':
    case 'openIdConnect':
      return { type: 'bearer' };
    default:
      return null;
  }
}
