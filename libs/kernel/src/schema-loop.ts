type Node = Readonly<Record<string, unknown>>;

const ONE = ['not', 'if', 'then', 'else'];
const LISTS = ['allOf', 'anyOf', 'oneOf'];

/**
 * The first shared schema (`#/$defs/Name`) that leads back to itself by references and combinations alone, without a step into a value: checking any value
 * against it would never end. Null where there is none. A schema that holds itself as a property or an item is none such.
 */
export function findSchemaLoop(schema: Node): string | null {
  const defs = isNode(schema['$defs']) ? schema['$defs'] : {};
  const done = new Set<string>();
  for (const name of Object.keys(defs)) {
    const loop = follow(defs, `#/$defs/${name}`, done);
    if (loop !== null) return loop;
  }
  return null;
}

/** Depth first, by a list of its own: a chain of references may be longer than the stack. */
function follow(defs: Node, first: string, done: Set<string>): string | null {
  const open = new Set<string>();
  const waiting: { reference: string; leave: boolean }[] = [{ reference: first, leave: false }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { reference, leave } = next;
    if (leave) {
      open.delete(reference);
      done.add(reference);
      continue;
    }
    if (open.has(reference)) return reference;
    if (done.has(reference)) continue;
    open.add(reference);
    waiting.push({ reference, leave: true });
    for (const each of besides(defs[reference.slice('#/$defs/'.length)])) waiting.push({ reference: each, leave: false });
  }
  return null;
}

/** The references that are checked against the same value. */
function besides(schema: unknown): string[] {
  if (!isNode(schema)) return [];
  const parts = [
    ...ONE.map((keyword) => schema[keyword]),
    ...LISTS.flatMap((keyword) => (Array.isArray(schema[keyword]) ? (schema[keyword] as unknown[]) : [])),
  ];
  const own = typeof schema['$ref'] === 'string' ? [schema['$ref']] : [];
  return [...own, ...parts.flatMap(besides)];
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
