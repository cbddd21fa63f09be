import { valuesOfBranch } from './discriminate.js';
import { BrokenDocument, isNode, pointerTo, type Node, type OpenApiDocument } from './document.js';

/** Keywords of OpenAPI that say nothing about a value. */
const DROPPED = new Set([
  'discriminator',
  'xml',
  'externalDocs',
  'example',
  'nullable',
  'collectionFormat',
  'readOnly',
  'writeOnly',
  '$schema',
  '$id',
  'id',
  '$comment',
  '$anchor',
  '$dynamicAnchor',
  '$dynamicRef',
  '$recursiveAnchor',
  '$recursiveRef',
  '$vocabulary',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'pattern',
  // References are followed from the root of the document, so that shared parts come back under `$defs` of their own.
  '$defs',
  'definitions',
  '__proto__',
]);
const ONE_SCHEMA = new Set([
  'items',
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'additionalItems',
]);
const SCHEMA_LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMA_MAP = new Set(['properties', 'patternProperties', 'dependentSchemas']);

export type Direction = 'input' | 'output';

export interface SchemaReader {
  readonly document: OpenApiDocument;
  /** Whether the schema is of what is sent or of what comes back. */
  readonly direction: Direction;
  /** True where a pattern can be matched in linear time; others are left out with a warning. */
  readonly patternFits: (pattern: string) => boolean;
  readonly warn: (message: string) => void;
  /** Names the shared schema behind a reference, and answers the reference to use for it. */
  readonly share: (reference: string, pointer: string) => string;
}

/** One schema of the document in JSON Schema 2020-12. Shared parts stay references; nothing is expanded. */
export function convertSchema(reader: SchemaReader, value: unknown, pointer: string): Node | boolean {
  if (typeof value === 'boolean') return value;
  if (!isNode(value)) throw new BrokenDocument(pointer, 'a schema must be an object');
  if (typeof value['$ref'] === 'string' && reader.document.dialect !== '3.1') return { $ref: reader.share(value['$ref'], pointer) };
  const converted: Record<string, unknown> = {};
  for (const [keyword, part] of Object.entries(value)) {
    if (DROPPED.has(keyword) || keyword.startsWith('x-')) continue;
    converted[keyword] = convertKeyword(reader, keyword, part, pointerTo(pointer, keyword));
  }
  tellBranches(reader, value, converted);
  leaveOtherWay(reader, value, converted);
  convertBounds(value, converted);
  dropEmptyEnum(reader, converted, pointer);
  convertPattern(reader, value, converted, pointer);
  return mayBeNull(reader.document.dialect, value) ? allowNull(converted) : converted;
}

function convertKeyword(reader: SchemaReader, keyword: string, part: unknown, pointer: string): unknown {
  if (keyword === '$ref') return reader.share(String(part), pointer.slice(0, -'/$ref'.length));
  if (ONE_SCHEMA.has(keyword)) return convertSchema(reader, part, pointer);
  if (SCHEMA_LIST.has(keyword)) {
    if (!Array.isArray(part)) throw new BrokenDocument(pointer, 'must be an array of schemas');
    return part.map((each, index) => convertSchema(reader, each, pointerTo(pointer, index)));
  }
  if (SCHEMA_MAP.has(keyword)) {
    if (!isNode(part)) throw new BrokenDocument(pointer, 'must be an object of schemas');
    return Object.fromEntries(Object.entries(part).map(([name, each]) => [name, convertSchema(reader, each, pointerTo(pointer, name))]));
  }
  if (keyword === 'required' && Array.isArray(part)) return [...new Set(part as unknown[])];
  return part;
}

function mayBeNull(dialect: OpenApiDocument['dialect'], value: Node): boolean {
  return (dialect === '3.0' && value['nullable'] === true) || (dialect === '2.0' && value['x-nullable'] === true);
}

function tellBranches(reader: SchemaReader, value: Node, converted: Record<string, unknown>): void {
  if (value['discriminator'] === undefined) return;
  for (const keyword of ['oneOf', 'anyOf']) {
    const [branches, made] = [value[keyword], converted[keyword]];
    if (!Array.isArray(branches) || !Array.isArray(made)) continue;
    converted[keyword] = branches.map((branch, index) => {
      const values = valuesOfBranch(reader.document, value['discriminator'], branch);
      return values === null ? (made[index] as unknown) : { allOf: [made[index] as unknown, values] };
    });
  }
}

/** What is `readOnly` is never sent, and what is `writeOnly` never comes back; required, each is so in its own direction only. */
function leaveOtherWay({ direction }: SchemaReader, value: Node, converted: Record<string, unknown>): void {
  const properties = value['properties'];
  if (!isNode(properties)) return;
  const flag = direction === 'input' ? 'readOnly' : 'writeOnly';
  const other = new Set(Object.entries(properties).flatMap(([name, each]) => (isNode(each) && each[flag] === true ? [name] : [])));
  if (other.size === 0) return;
  converted['properties'] = Object.fromEntries(Object.entries(converted['properties'] as Node).filter(([name]) => !other.has(name)));
  if (!Array.isArray(converted['required'])) return;
  const required = (converted['required'] as unknown[]).filter((name) => !other.has(name as string));
  if (required.length > 0) converted['required'] = required;
  else delete converted['required'];
}

/** JSON Schema asks for at least one value; a list that its owner left empty says nothing yet. */
function dropEmptyEnum(reader: SchemaReader, converted: Record<string, unknown>, pointer: string): void {
  if (!Array.isArray(converted['enum']) || converted['enum'].length > 0) return;
  delete converted['enum'];
  reader.warn(`${pointer}/enum: left out, since it lists no value`);
}

/** In 3.0 `exclusiveMinimum: true` makes `minimum` exclusive; in 3.1 it is the number itself. */
function convertBounds(value: Node, converted: Record<string, unknown>): void {
  for (const [exclusive, inclusive] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    const bound = value[exclusive];
    if (typeof bound === 'number') converted[exclusive] = bound;
    if (bound === true && typeof value[inclusive] === 'number') {
      converted[exclusive] = value[inclusive];
      delete converted[inclusive];
    }
  }
}

function convertPattern(reader: SchemaReader, value: Node, converted: Record<string, unknown>, pointer: string): void {
  const pattern = value['pattern'];
  if (typeof pattern !== 'string') return;
  if (reader.patternFits(pattern)) converted['pattern'] = pattern;
  else reader.warn(`${pointer}/pattern: left out, since it is too large or cannot be matched in linear time: ${pattern.slice(0, 80)}`);
}

function allowNull(schema: Record<string, unknown>): Node {
  const listed = schema['enum'];
  const values = Array.isArray(listed) && !listed.includes(null) ? { enum: [...(listed as unknown[]), null] } : {};
  if (typeof schema['type'] === 'string') return { ...schema, ...values, type: [schema['type'], 'null'] };
  return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
}
