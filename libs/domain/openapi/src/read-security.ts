import { LIMITS, type AuthScheme } from '@turnpike/contracts';
import { BrokenDocument, isNode, listAt, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

type OneScheme = Exclude<AuthScheme, { type: 'none' | 'all' }>;
const MOST_TOGETHER = 5;

export interface ReadSecurity {
  /** Ways to sign in, in the document's order; `none` alone where none is needed. */
  readonly schemes: readonly AuthScheme[];
  readonly scopes: readonly string[];
}

/** Which credential an operation needs, in any of its ways. A way that wants two credentials in one place, or a scheme that is not read, is passed over. */
export function readSecurity(document: OpenApiDocument, operation: Node, at: string): ReadSecurity {
  const own = operation['security'] !== undefined;
  const alternatives = own ? listAt(operation, 'security', at) : listAt(document.root, 'security', '');
  const pointer = pointerTo(own ? at : '', 'security');
  if (alternatives.length === 0) return { schemes: [{ type: 'none' }], scopes: [] };
  const read = alternatives.map((each, index) => readAlternative(document, each, pointerTo(pointer, index)));
  const met = read.flatMap((each) => (each === null ? [] : [each]));
  if (met.length === 0)
    throw new BrokenDocument(pointer, 'every way to sign in wants a scheme that is not read, or two credentials in one place');
  const open = met.find(({ scheme }) => scheme.type === 'none');
  if (open) return { schemes: [open.scheme], scopes: [] };
  return {
    schemes: met.map(({ scheme }) => scheme).slice(0, LIMITS.importSignIns),
    scopes: [...new Set(met.flatMap(({ scopes }) => scopes))],
  };
}

function readAlternative(document: OpenApiDocument, value: unknown, pointer: string): { scheme: AuthScheme; scopes: string[] } | null {
  if (!isNode(value)) throw new BrokenDocument(pointer, 'must be an object');
  const schemes = Object.keys(value).map((name) => readScheme(document, name, pointer));
  const scopes = Object.values(value).flatMap((each) => (Array.isArray(each) ? each.filter((scope) => typeof scope === 'string') : []));
  const scheme = together(schemes);
  return scheme && { scheme, scopes };
}

/** Several schemes as one. Two that want the same credential are one; two different ones in one place cannot both be sent. */
function together(schemes: readonly (OneScheme | null)[]): AuthScheme | null {
  const byPlace = new Map<string, OneScheme>();
  for (const scheme of schemes) {
    if (scheme === null) return null;
    const place = scheme.type === 'api_key' ? `${scheme.in} ${scheme.name.toLowerCase()}` : 'header authorization';
    const other = byPlace.get(place);
    if (other && other.type !== scheme.type) return null;
    byPlace.set(place, scheme);
  }
  const [first, ...more] = byPlace.values();
  if (byPlace.size > MOST_TOGETHER) return null;
  if (first === undefined) return { type: 'none' };
  return more.length === 0 ? first : { type: 'all', schemes: [first, ...more] };
}

function readScheme(document: OpenApiDocument, name: string, pointer: string): OneScheme | null {
  const components = nodeAt(document.root, 'components', '');
  const declared = nodeAt(components, 'securitySchemes', '/components')[name];
  if (declared === undefined) throw new BrokenDocument(pointerTo(pointer, name), `names a security scheme that is not declared`);
  return schemeOf(resolveReference(document, declared, pointerTo('/components/securitySchemes', name)).node);
}

function schemeOf(node: Node): OneScheme | null {
  switch (textOf(node, 'type')) {
    case 'apiKey': {
      const place = (['header', 'query', 'cookie'] as const).find((each) => each === node['in']);
      return place ? { type: 'api_key', in: place, name: textOf(node, 'name') } : null;
    }
    case 'basic':
      return { type: 'basic' };
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
