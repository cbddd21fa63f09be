import { BrokenDocument, isNode, pointerTo, type Node } from './document.js';
import { BYTES_SCHEMA } from './file-schema.js';
import type { BodyKind, InputField } from './input-field.js';
import type { ReadBody } from './read-body.js';
import { readEncoding } from './read-encoding.js';
import { resolveReference } from './resolve-reference.js';
import type { SharedSchemas } from './shared-schemas.js';

interface Property {
  readonly name: string;
  readonly schema: unknown;
  readonly pointer: string;
  readonly needed: boolean;
}

/** An object whose properties are all declared is laid out field by field; any other body is one field. */
export function bodyFields(shared: SharedSchemas, body: ReadBody): BodyKind {
  switch (body.form) {
    case 'base64':
      return { ...wholeBody(body, BYTES_SCHEMA), base64: true };
    case 'text':
      return wholeBody(
        body,
        /^text\//i.test(body.mediaType) ? body.schema : { type: 'string', description: `The body as text of ${body.mediaType}.` },
      );
    case 'json': {
      const properties = plainProperties(shared, body);
      return properties ? fieldBody(shared, body, properties) : wholeBody(body, body.schema);
    }
    case 'urlencoded':
    case 'multipart': {
      const properties = plainProperties(shared, body) ?? combinedProperties(shared, body.schema, body.pointer);
      return properties && properties.length > 0 ? fieldBody(shared, body, properties) : wholeForm(shared, body);
    }
  }
}

function fieldBody(shared: SharedSchemas, body: ReadBody, properties: readonly Property[]): BodyKind {
  const form = body.form !== 'json';
  const fields = properties.map(({ name, schema, pointer, needed }): InputField => ({
    name,
    place: null,
    required: body.required && needed,
    needsBody: !body.required && needed,
    description: '',
    pointer,
    ...(form ? readEncoding(shared, body, name, schema, pointer) : { schema }),
  }));
  return { kind: 'fields', fields };
}

const wholeBody = (body: ReadBody, schema: unknown): BodyKind => ({
  kind: 'whole',
  fields: [
    {
      name: 'body',
      place: null,
      required: body.required,
      needsBody: false,
      description: body.description,
      schema,
      pointer: body.pointer,
    },
  ],
});

/** A form whose fields are not all known: an object as the caller gives it. Files need a declared field. */
function wholeForm(shared: SharedSchemas, body: ReadBody): BodyKind {
  const { node } = resolveReference(shared.document, body.schema, body.pointer);
  const typed = node['type'] === undefined || node['type'] === 'object' || (Array.isArray(node['type']) && node['type'].includes('object'));
  if (!typed) throw new BrokenDocument(body.pointer, 'a form must be an object');
  return wholeBody(body, Object.keys(node).length === 0 ? { type: 'object' } : body.schema);
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', 'patternProperties'];

/** The properties of an object that is declared in one piece; null for anything else. */
function plainProperties(shared: SharedSchemas, body: ReadBody): Property[] | null {
  const { node, pointer } = resolveReference(shared.document, body.schema, body.pointer);
  const open = node['additionalProperties'] === true || isNode(node['additionalProperties']);
  const typed = node['type'] === undefined || node['type'] === 'object';
  if (open || COMBINED.some((keyword) => keyword in node) || !typed || node['nullable'] === true) return null;
  const properties = ownProperties(node, pointer);
  return properties.length === 0 ? null : properties;
}

function ownProperties(node: Node, pointer: string): Property[] {
  if (!isNode(node['properties'])) return [];
  const needed = new Set(Array.isArray(node['required']) ? (node['required'] as unknown[]) : []);
  return Object.entries(node['properties'])
    .filter(([, each]) => !(isNode(each) && each['readOnly'] === true))
    .map(([name, schema]) => ({ name, schema, pointer: pointerTo(pointer, 'properties', name), needed: needed.has(name) }));
}

/** A form put together by `allOf` is still a list of fields; null where it is a choice, or open. */
function combinedProperties(shared: SharedSchemas, schema: unknown, at: string, seen = new Set<Node>()): Property[] | null {
  const { node, pointer } = resolveReference(shared.document, schema, at);
  // What is there twice, or within itself, adds nothing.
  if (seen.has(node)) return [];
  const outer = seen.size === 0;
  seen.add(node);
  const parts = node['allOf'];
  if (!Array.isArray(parts) || COMBINED.some((keyword) => keyword !== 'allOf' && keyword in node))
    return !outer && !COMBINED.some((keyword) => keyword in node) ? ownProperties(node, pointer) : null;
  const lists = (parts as unknown[]).map((part, index) => combinedProperties(shared, part, pointerTo(pointer, 'allOf', index), seen));
  if (lists.some((list) => list === null)) return null;
  const all = [...lists.flatMap((list) => list ?? []), ...ownProperties(node, pointer)];
  const needed = new Set(Array.isArray(node['required']) ? (node['required'] as unknown[]) : []);
  const byName = new Map<string, Property>();
  for (const each of all)
    byName.set(each.name, { ...each, needed: each.needed || needed.has(each.name) || (byName.get(each.name)?.needed ?? false) });
  return [...byName.values()];
}
