import { isJsonMediaType } from '@turnpike/kernel';
import { LIMITS } from '@turnpike/contracts';
import { BrokenDocument, isNode, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { bestBody, type BodyForm } from './media-types.js';
import { resolveReference } from './resolve-reference.js';

export interface ReadBody {
  readonly mediaType: string;
  readonly form: BodyForm;
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly pointer: string;
  /** The Encoding Objects of a form, by property. */
  readonly encoding: Node;
  readonly encodingPointer: string;
}

/** The body of an operation in the media type that can be sent best, or in the one that the overlay chose; null when it takes none. */
export function readBody(document: OpenApiDocument, operation: Node, at: string, chosen: string | undefined): ReadBody | null {
  if (operation['requestBody'] === undefined) return null;
  const { node, pointer } = resolveReference(document, operation['requestBody'], pointerTo(at, 'requestBody'));
  const content = nodeAt(node, 'content', pointer);
  const types = Object.keys(content).filter((type) => type.length <= LIMITS.importNameCharacters);
  if (chosen !== undefined && !types.includes(chosen))
    throw new BrokenDocument(pointerTo(pointer, 'content'), `the overlay chose the media type ${chosen}, which is not declared`);
  if (types.length === 0) return null;
  const best = bestBody(chosen === undefined ? types : [chosen]);
  if (best === null) {
    if (node['required'] !== true) return null;
    const reason = `the body is needed and only comes as ${types.join(', ')}, which cannot be sent`;
    throw new BrokenDocument(pointerTo(pointer, 'content'), reason);
  }
  const mediaPointer = pointerTo(pointer, 'content', best.mediaType);
  const media = content[best.mediaType];
  if (!isNode(media)) throw new BrokenDocument(mediaPointer, 'must be an object');
  return {
    ...best,
    required: node['required'] === true,
    description: textOf(node, 'description'),
    schema: media['schema'] ?? {},
    pointer: pointerTo(mediaPointer, 'schema'),
    encoding: nodeAt(media, 'encoding', mediaPointer),
    encodingPointer: pointerTo(mediaPointer, 'encoding'),
  };
}

export interface ReadOutput {
  readonly mediaType: string;
  readonly schema: unknown;
  readonly pointer: string;
}

/** The JSON schema of the first success response; null where none is declared. */
export function readOutput(document: OpenApiDocument, operation: Node, at: string): ReadOutput | null {
  const responses = nodeAt(operation, 'responses', at);
  const status =
    Object.keys(responses)
      .filter((key) => /^2(\d\d|XX)$/i.test(key))
      .sort()[0] ?? ('default' in responses ? 'default' : undefined);
  if (status === undefined) return null;
  const { node, pointer } = resolveReference(document, responses[status], pointerTo(at, 'responses', status));
  const content = nodeAt(node, 'content', pointer);
  const type = Object.keys(content).find((each) => each.length <= LIMITS.importNameCharacters && isJsonMediaType(each));
  const media = type === undefined ? undefined : content[type];
  if (type === undefined || !isNode(media) || media['schema'] === undefined) return null;
  return { mediaType: type, schema: media['schema'], pointer: pointerTo(pointer, 'content', type, 'schema') };
}
