import type { BodyKind, InputField } from './input-field.js';
import type { ParameterPlace, HttpExecutor } from '@turnpike/contracts';
import { isNode, type Node } from './document.js';
import type { ReadBody } from './read-body.js';
import type { ReadParameter } from './read-parameters.js';
import { resolveReference } from './resolve-reference.js';
import type { SharedSchemas } from './shared-schemas.js';

export interface BuiltInput {
  readonly schema: Node;
  readonly parameters: ParameterPlace[];
  readonly body: HttpExecutor['body'];
}

/** One input schema for all places of an operation, and the map by which each field goes back where it belongs. */
export function buildInput(shared: SharedSchemas, parameters: readonly ReadParameter[], body: ReadBody | null): BuiltInput {
  const kind = body === null ? null : bodyKind(shared, body);
  const fields = nameFields([...parameters.map(parameterField), ...(kind?.fields ?? [])]);
  const schema = shared.standAlone((convert) => {
    const properties = fields.map(
      ({ field, input }) => [field, described(convert(input.schema, input.pointer), input.description)] as const,
    );
    const required = fields.filter(({ input }) => input.required).map(({ field }) => field);
    const together = kind === null ? {} : bodyTogether(fields);
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: false,
      ...(required.length > 0 && { required }),
      ...together,
    };
  });
  const places = fields.flatMap(({ field, input }) => (input.place === null ? [] : [{ field, ...input.place }]));
  const bodyFields = fields.flatMap(({ field, input }) => (input.place === null ? [{ field, name: input.name }] : []));
  return {
    schema,
    parameters: places,
    body: body === null || kind === null ? null : { kind: kind.kind, fields: bodyFields, media_type: body.mediaType },
  };
}

const parameterField = (parameter: ReadParameter): InputField => ({
  name: parameter.place.name,
  place: parameter.place,
  required: parameter.required,
  needsBody: false,
  description: parameter.description,
  schema: parameter.schema,
  pointer: parameter.schemaPointer,
});

/** An object whose properties are all declared is laid out field by field; any other body is one field. */
function bodyKind(shared: SharedSchemas, body: ReadBody): BodyKind {
  const { node, pointer } = resolveReference(shared.document, body.schema, body.pointer);
  const properties = node['properties'];
  const open = node['additionalProperties'] === true || isNode(node['additionalProperties']);
  const combined = ['allOf', 'anyOf', 'oneOf', 'not', 'if', '$ref', 'patternProperties'].some((keyword) => keyword in node);
  const typed = node['type'] === undefined || node['type'] === 'object';
  if (!isNode(properties) || open || combined || !typed || node['nullable'] === true || Object.keys(properties).length === 0)
    return wholeBody(body);
  const needed = new Set(Array.isArray(node['required']) ? (node['required'] as unknown[]) : []);
  const fields = Object.entries(properties)
    .filter(([, each]) => !(isNode(each) && each['readOnly'] === true))
    .map(([name, schema]): InputField => ({
      name,
      place: null,
      required: body.required && needed.has(name),
      needsBody: !body.required && needed.has(name),
      description: '',
      schema,
      pointer: `${pointer}/properties/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`,
    }));
  return fields.length === 0 ? wholeBody(body) : { kind: 'fields', fields };
}

const wholeBody = (body: ReadBody): BodyKind => ({
  kind: 'whole',
  fields: [
    {
      name: 'body',
      place: null,
      required: body.required,
      needsBody: false,
      description: body.description,
      schema: body.schema,
      pointer: body.pointer,
    },
  ],
});

/** Two places may use one name: the later is told apart by its place. */
function nameFields(inputs: readonly InputField[]): { field: string; input: InputField }[] {
  const taken = new Set<string>();
  return inputs.map((input) => {
    const place = input.place?.in ?? 'body';
    let field = taken.has(input.name) ? `${input.name}_${place}` : input.name;
    for (let number = 2; taken.has(field); number += 1) field = `${input.name}_${place}_${number}`;
    taken.add(field);
    return { field, input };
  });
}

/** A body that may be left out still needs its required fields once any of it is given. */
function bodyTogether(fields: readonly { field: string; input: InputField }[]): Node {
  const ofBody = fields.filter(({ input }) => input.place === null);
  const needed = ofBody.filter(({ input }) => input.needsBody).map(({ field }) => field);
  if (needed.length === 0) return {};
  return { dependentRequired: Object.fromEntries(ofBody.map(({ field }) => [field, needed.filter((each) => each !== field)])) };
}

function described(schema: Node | boolean, description: string): Node | boolean {
  if (description === '' || typeof schema === 'boolean' || typeof schema['description'] === 'string') return schema;
  return { ...schema, description: description.slice(0, 2_000) };
}
