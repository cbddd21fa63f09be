import type { ParameterPlace, HttpExecutor } from '@turnpike/contracts';
import { bodyFields } from './body-fields.js';
import type { Node } from './document.js';
import type { InputField } from './input-field.js';
import type { ReadBody } from './read-body.js';
import type { ReadParameter } from './read-parameters.js';
import type { SharedSchemas } from './shared-schemas.js';

export interface BuiltInput {
  readonly schema: Node;
  readonly parameters: ParameterPlace[];
  readonly body: HttpExecutor['body'];
}

/** One input schema for all places of an operation, and the map by which each field goes back where it belongs. */
export function buildInput(shared: SharedSchemas, parameters: readonly ReadParameter[], body: ReadBody | null): BuiltInput {
  const kind = body === null ? null : bodyFields(shared, body);
  const fields = nameFields([...parameters.map(parameterField), ...(kind?.fields ?? [])]);
  const schema = shared.standAlone('input', (convert) => {
    const properties = fields.map(({ field, input }) => [field, described(convert(input.schema, input.pointer), input)] as const);
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
  const ofBody = fields.flatMap(({ field, input }) => (input.place === null ? [{ field, name: input.name, ...input.writing }] : []));
  return {
    schema,
    parameters: places,
    body: body && kind && { kind: kind.kind, fields: ofBody, media_type: body.mediaType, ...(kind.base64 && { base64: true }) },
  };
}

const parameterField = (parameter: ReadParameter): InputField => ({
  name: parameter.place.name,
  place: parameter.place,
  required: parameter.required,
  needsBody: false,
  description: parameter.description,
  deprecated: parameter.deprecated,
  schema: parameter.schema,
  pointer: parameter.schemaPointer,
});

/** Two places may use one name: the later is told apart by its place. */
function nameFields(inputs: readonly InputField[]): { field: string; input: InputField }[] {
  const taken = new Set<string>();
  return inputs.map((input) => {
    const place = input.place?.in ?? 'body';
    // No object has a field of that name: reading it answers the prototype.
    const name = input.name === '__proto__' ? 'proto' : input.name;
    let field = taken.has(name) ? `${name}_${place}` : name;
    for (let number = 2; taken.has(field); number += 1) field = `${name}_${place}_${number}`;
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

/** What the parameter says of itself, beside its schema. */
function described(schema: Node | boolean, { description, deprecated }: InputField): Node | boolean {
  const old = deprecated === true ? { deprecated: true } : {};
  if (typeof schema === 'boolean') return schema && deprecated ? old : schema;
  if (description === '' || typeof schema['description'] === 'string') return { ...schema, ...old };
  return { ...schema, description: description.slice(0, 2_000), ...old };
}
