import { LIMITS } from '@turnpike/contracts';
import { parseUrl } from '@turnpike/kernel';
import { BrokenDocument, isNode, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';

/** Stands for where a document of unknown origin was read: an address without a host is not resolved, one without a scheme is secure. */
const UNKNOWN = 'https://unknown.invalid';

/** The base address of an operation: its own server, its path's or the document's, first of each; variables take their defaults. */
export function readServer(
  document: OpenApiDocument,
  levels: readonly { node: Node; pointer: string }[],
  retrievedFrom: string | null,
): string {
  const level = [...levels, { node: document.root, pointer: '' }].find(
    ({ node }) => Array.isArray(node['servers']) && node['servers'].length > 0,
  );
  const server = level && (level.node['servers'] as unknown[])[0];
  const pointer = level ? pointerTo(level.pointer, 'servers', 0) : '/servers';
  const template = isNode(server) ? textOf(server, 'url') : '/';
  if (template.length > LIMITS.importPathCharacters)
    throw new BrokenDocument(pointer, `the server address is longer than ${LIMITS.importPathCharacters} characters`);
  const url = template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => variableDefault(server, name, pointer));
  return absolute(url, retrievedFrom, pointer);
}

function variableDefault(server: unknown, name: string, pointer: string): string {
  const variables = isNode(server) && isNode(server['variables']) ? server['variables'] : {};
  const variable = variables[name];
  if (!isNode(variable) || typeof variable['default'] !== 'string')
    throw new BrokenDocument(pointerTo(pointer, 'variables', name), 'must declare a default');
  return variable['default'];
}

function absolute(url: string, retrievedFrom: string | null, pointer: string): string {
  const resolved = parseUrl(url) ?? parseUrl(url, retrievedFrom ?? UNKNOWN);
  if (!resolved || resolved.origin === UNKNOWN) throw new BrokenDocument(pointer, 'no absolute server address; give server_url');
  if (resolved.protocol !== 'http:' && resolved.protocol !== 'https:')
    throw new BrokenDocument(pointer, `the server must be http or https, not ${resolved.protocol}`);
  if (resolved.username !== '' || resolved.password !== '')
    throw new BrokenDocument(pointer, 'the server address must not carry a credential');
  return `${resolved.origin}${resolved.pathname.replace(/\/+$/, '')}`;
}
