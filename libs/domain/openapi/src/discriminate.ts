import { isNode, type Node, type OpenApiDocument } from './document.js';
import { lookUp } from './resolve-reference.js';

/**
 * What a discriminator says of one branch of `oneOf` or `anyOf`, as JSON Schema says it: the values that its property has in that branch. Without it two
 * branches that fit the same value would exclude each other. Null where the branch says so itself, or where nothing is known.
 */
export function valuesOfBranch(document: OpenApiDocument, discriminator: unknown, branch: unknown): Node | null {
  if (!isNode(discriminator) || typeof discriminator['propertyName'] !== 'string') return null;
  if (!isNode(branch) || typeof branch['$ref'] !== 'string') return null;
  const name = discriminator['propertyName'];
  const target = lookUp(document, branch['$ref'], '');
  if (saysItself(document, target, name, new Set())) return null;
  const values = mappedValues(discriminator, branch['$ref']);
  return values.length === 0 ? null : { properties: Object.fromEntries([[name, { enum: values }]]), required: [name] };
}

function mappedValues(discriminator: Node, reference: string): string[] {
  const short = reference.split('/').at(-1) ?? reference;
  const mapping = isNode(discriminator['mapping']) ? discriminator['mapping'] : {};
  const values = Object.entries(mapping).flatMap(([value, target]) => (target === reference || target === short ? [value] : []));
  // Only a schema among the components has a name of its own.
  return values.length > 0 || !/^#\/(components\/schemas|definitions)\//.test(reference) ? values : [short];
}

/** The branch lists the values, or is no plain object: what it says itself is the truth. */
function saysItself(document: OpenApiDocument, schema: unknown, name: string, seen: Set<unknown>): boolean {
  if (!isNode(schema) || seen.has(schema)) return true;
  seen.add(schema);
  if (typeof schema['$ref'] === 'string') return saysItself(document, lookUp(document, schema['$ref'], ''), name, seen);
  const properties = isNode(schema['properties']) ? schema['properties'] : {};
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  if (own !== undefined) return !isNode(own) || '$ref' in own || 'enum' in own || 'const' in own || own['type'] !== 'string';
  const parts = Array.isArray(schema['allOf']) ? (schema['allOf'] as unknown[]) : [];
  if (parts.length > 0) return parts.some((part) => saysItself(document, part, name, seen));
  return schema['type'] !== 'object' && !('properties' in schema);
}
