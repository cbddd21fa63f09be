import { BrokenDocument, isNode, listAt, nodeAt, pointerTo, textOf, type Node, type OpenApiDocument } from './document.js';
import { resolveReference } from './resolve-reference.js';

interface Found {
  readonly node: Node;
  readonly pointer: string;
}

/** What a parameter of 2.0 says of its value, where 3.x has a schema. */
const VALUE_KEYWORDS = [
  'type',
  'format',
  'items',
  'default',
  'enum',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'pattern',
  'maxItems',
  'minItems',
  'uniqueItems',
  'multipleOf',
  'x-nullable',
];
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data';

/** An operation of Swagger 2.0 as OpenAPI 3 says it, the parameters of its path among its own. Its schemas stay where they are, and as they are. */
export function swaggerOperation(document: OpenApiDocument, pathItem: Found, operation: Found): Found {
  const parameters = allParameters(document, pathItem, operation);
  const of = (...places: string[]) => parameters.filter(({ node }) => places.includes(textOf(node, 'in')));
  const { node, pointer } = operation;
  const body = bodyOf(mediaTypes(document, operation, 'consumes'), of('body')[0], of('formData'));
  const { schemes } = node;
  return {
    pointer,
    node: {
      ...node,
      parameters: parameters.filter((each) => !of('body', 'formData').includes(each)).map(parameterOf),
      ...(body && { requestBody: body }),
      responses: responsesOf(document, operation),
      ...(Array.isArray(schemes) && { servers: swaggerServers({ ...document.root, schemes }) }),
    },
  };
}

/** Scheme, host and base path as servers, a secure one first. Without a scheme it is the one by which the document was read. */
export function swaggerServers(root: Node): Node[] {
  const host = textOf(root, 'host');
  const rest = `${host === '' ? '' : `//${host}`}${textOf(root, 'basePath')}` || '/';
  const schemes =
    Array.isArray(root['schemes']) && host !== '' ? (root['schemes'] as unknown[]).filter((each) => /^https?$/.test(String(each))) : [];
  const urls = schemes.length === 0 ? [rest] : schemes.map((scheme) => `${String(scheme)}:${rest}`).sort((a, b) => b.length - a.length);
  return urls.map((url) => ({ url }));
}

/** Parameters by place and name: those of the operation before those of its path. */
function allParameters(document: OpenApiDocument, ...levels: Found[]): Found[] {
  const found = new Map<string, Found>();
  for (const { node, pointer } of levels)
    listAt(node, 'parameters', pointer).forEach((each, index) => {
      const parameter = resolveReference(document, each, pointerTo(pointer, 'parameters', index));
      found.set(`${textOf(parameter.node, 'in')} ${textOf(parameter.node, 'name')}`, parameter);
    });
  return [...found.values()];
}

/** As the operation lists them, else the document; empty where neither does. */
function mediaTypes({ root }: OpenApiDocument, { node, pointer }: Found, key: 'consumes' | 'produces'): string[] {
  const list = node[key] === undefined ? listAt(root, key, '') : listAt(node, key, pointer);
  return list.filter((each) => typeof each === 'string');
}

const valueSchema = (node: Node): Node =>
  Object.fromEntries(VALUE_KEYWORDS.flatMap((keyword) => (keyword in node ? [[keyword, node[keyword]]] : [])));

function parameterOf({ node, pointer }: Found): Node {
  const { name, in: place, required, description } = node;
  return { name, in: place, required, description, schema: valueSchema(node), ...styleOf(node, pointer) };
}

/** How a list is written; in paths and headers only commas part it in 3.x. */
function styleOf(node: Node, pointer: string): Node {
  if (node['type'] !== 'array') return {};
  const format = textOf(node, 'collectionFormat') || 'csv';
  const inline = node['in'] === 'path' || node['in'] === 'header';
  const style = inline ? { csv: 'simple' }[format] : { csv: 'form', multi: 'form', ssv: 'spaceDelimited', pipes: 'pipeDelimited' }[format];
  if (style === undefined)
    throw new BrokenDocument(pointerTo(pointer, 'collectionFormat'), `${format} cannot be written in the ${textOf(node, 'in')}`);
  return { style, explode: format === 'multi' };
}

function bodyOf(consumes: readonly string[], body: Found | undefined, fields: readonly Found[]): Node | null {
  if (body) {
    const types = consumes.length > 0 ? consumes : ['application/json'];
    const media = { schema: body.node['schema'] ?? {} };
    const content = Object.fromEntries(types.map((type) => [type, media]));
    return { required: body.node['required'] === true, description: textOf(body.node, 'description'), content };
  }
  return fields.length === 0 ? null : formOf(consumes, fields);
}

function formOf(consumes: readonly string[], fields: readonly Found[]): Node {
  const carriesFile = fields.some(({ node }) => node['type'] === 'file');
  const type = carriesFile || (consumes.includes(MULTIPART) && !consumes.includes(FORM)) ? MULTIPART : FORM;
  const needed = fields.filter(({ node }) => node['required'] === true).map(({ node }) => textOf(node, 'name'));
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map(({ node }) => [textOf(node, 'name'), fieldSchema(node)])),
    ...(needed.length > 0 && { required: needed }),
  };
  const encoding = Object.fromEntries(
    fields.filter(({ node }) => node['type'] === 'array').map(({ node, pointer }) => [textOf(node, 'name'), styleOf(node, pointer)]),
  );
  return { required: needed.length > 0, content: { [type]: { schema, encoding } } };
}

function fieldSchema(node: Node): Node {
  const value = node['type'] === 'file' ? { type: 'string', format: 'binary' } : valueSchema(node);
  return { ...value, ...(typeof node['description'] === 'string' && { description: node['description'] }) };
}

function responsesOf(document: OpenApiDocument, operation: Found): Node {
  const produces = mediaTypes(document, operation, 'produces');
  const types = produces.length > 0 ? produces : ['application/json'];
  const responses = nodeAt(operation.node, 'responses', operation.pointer);
  const made = Object.entries(responses).map(([status, each]) => {
    const { node } = resolveReference(document, each, pointerTo(operation.pointer, 'responses', status));
    const { schema } = node;
    if (!isNode(schema) || schema['type'] === 'file') return [status, {}];
    return [status, { content: Object.fromEntries(types.map((type) => [type, { schema }])) }];
  });
  return Object.fromEntries(made) as Node;
}
