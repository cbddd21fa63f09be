import { isNode, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

const BASE64 = { type: 'string', contentEncoding: 'base64' } as const;

/** A whole body of bytes, as a field of `params`. */
export const BYTES_SCHEMA: Node = { ...BASE64, description: 'The body as Base64 (RFC 4648, padded); its bytes are sent.' };

/** A file of a multipart form, as a field of `params`. */
const FILE_SCHEMA: Node = {
  type: 'object',
  description: 'A file: its bytes are sent as this part.',
  properties: {
    base64: { ...BASE64, description: 'The bytes as Base64 (RFC 4648, padded).' },
    filename: { type: 'string', maxLength: 255, description: 'What the file is called; providers often read its kind from the ending.' },
    media_type: {
      type: 'string',
      maxLength: 200,
      pattern: '^[a-zA-Z0-9!#$&^_.+-]+/[a-zA-Z0-9!#$&^_.+-]+$',
      description: 'Such as image/png.',
    },
  },
  required: ['base64'],
  additionalProperties: false,
};

/** What a property of a multipart form is in `params` when it carries bytes, or lists of them; null when it does not. */
export function fileSchema(document: OpenApiDocument, schema: unknown, pointer: string, contentType: string | null): Node | null {
  if (!isNode(schema)) return null;
  const { node } = resolveReference(document, schema, pointer);
  if (isBytes(node, contentType)) return described(FILE_SCHEMA, node);
  if (!hasType(node, 'array') || !isNode(node['items'])) return null;
  const item = resolveReference(document, node['items'], `${pointer}/items`).node;
  if (!isBytes(item, contentType)) return null;
  const bounds = Object.fromEntries(['minItems', 'maxItems'].flatMap((key) => (typeof node[key] === 'number' ? [[key, node[key]]] : [])));
  return described({ type: 'array', items: FILE_SCHEMA, ...bounds }, node);
}

/**
 * 3.0: a string of format `binary`. 3.1: content of a media type without an encoding, also a schema without a type whose part has a media type
 * that is neither text nor JSON.
 */
function isBytes(node: Node, contentType: string | null): boolean {
  if (hasType(node, 'string') && node['format'] === 'binary') return true;
  if (typeof node['contentEncoding'] === 'string' || !(node['type'] === undefined || hasType(node, 'string'))) return false;
  const mediaType = typeof node['contentMediaType'] === 'string' ? node['contentMediaType'] : contentType;
  return (
    mediaType !== null &&
    !['properties', 'allOf', 'oneOf', 'anyOf', 'enum'].some((keyword) => keyword in node) &&
    !/^text\/|json\b/i.test(mediaType)
  );
}

const hasType = (node: Node, type: string): boolean =>
  node['type'] === type || (Array.isArray(node['type']) && node['type'].includes(type));

const described = (schema: Node, from: Node): Node =>
  typeof from['description'] === 'string'
    ? {
        ...schema,
        description: `${from['description'].slice(0, 1_000)}\n\n${String(schema['description'] ?? 'Files: their bytes are sent as parts of this name.')}`,
      }
    : schema;
