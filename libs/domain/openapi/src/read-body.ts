import { BrokenDocument, isNode, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

export interface ReadBody {
  readonly mediaType: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly pointer: string;
}

/** The media types that can be sent, best first. */
const SENDABLE: readonly RegExp[] = [
  /^application\/json\b/,
  /^application\/[\w.+-]+\+json\b/,
  /^application\/x-www-form-urlencoded\b/,
  /^text\//,
];

/** The body of an operation in the best media type that can be sent; null when it takes none. */
export function readBody(document: OpenApiDocument, operation: Node, at: string): ReadBody | null {
  if (operation['requestBody'] === undefined) return null;
  const { node, pointer } = resolveReference(document, operation['requestBody'], pointerTo(at, 'requestBody'));
  const content = nodeAt(node, 'content', pointer);
  const types = Object.keys(content);
  if (types.length === 0) return null;
  const mediaType = SENDABLE.flatMap((fits) => types.filter((type) => fits.test(type)))[0];
  if (mediaType === undefined) {
    if (node['required'] !== true) return null;
    throw new BrokenDocument(
      pointerTo(pointer, 'content'),
      `the body is needed and only comes as ${types.join(', ')}, which cannot be sent`,
    );
  }
  const media = content[mediaType];
  if (!isNode(media)) throw new BrokenDocument(pointerTo(pointer, 'content', mediaType), 'must be an object');
  return {
    mediaType,
    required: node['required'] === true,
    description: textOf(node, 'description'),
    schema: media['schema'] ?? {},
    pointer: pointerTo(pointer, 'content', mediaType, 'schema'),
  };
}

/** The JSON schema of the first success response; null where none is declared. */
export function readOutput(document: OpenApiDocument, operation: Node, at: string): { schema: unknown; pointer: string } | null {
  const responses = nodeAt(operation, 'responses', at);
  const status =
    Object.keys(responses)
      .filter((key) => /^2(\d\d|XX)$/i.test(key))
      .sort()[0] ?? ('default' in responses ? 'default' : undefined);
  if (status === undefined) return null;
  const { node, pointer } = resolveReference(document, responses[status], pointerTo(at, 'responses', status));
  const content = nodeAt(node, 'content', pointer);
  const type = Object.keys(content).find((each) => /^application\/([\w.+-]+\+)?json\b/.test(each));
  const media = type === undefined ? undefined : content[type];
  if (type === undefined || !isNode(media) || media['schema'] === undefined) return null;
  return { schema: media['schema'], pointer: pointerTo(pointer, 'content', type, 'schema') };
}
