import { fromPointerStep } from '@turnpike/kernel';
import { BrokenDocument, isNode, type Node, type OpenApiDocument } from './document.js';

const MOST_HOPS = 20;

/** What a local `$ref` (`#/a/b`) points at; the pointer is where it stands. Follows chains, refuses loops and other documents. */
export function resolveReference(document: OpenApiDocument, value: unknown, pointer: string): { node: Node; pointer: string } {
  let current = { node: value, pointer };
  for (let hop = 0; hop < MOST_HOPS; hop += 1) {
    if (!isNode(current.node)) throw new BrokenDocument(current.pointer, 'must be an object');
    const reference = current.node['$ref'];
    if (reference === undefined) return { node: current.node, pointer: current.pointer };
    current = { node: lookUp(document, reference, current.pointer), pointer: String(reference).slice(1) };
  }
  throw new BrokenDocument(pointer, `more than ${MOST_HOPS} references in a row`);
}

/** The value a `$ref` names. */
export function lookUp(document: OpenApiDocument, reference: unknown, pointer: string): unknown {
  if (typeof reference !== 'string') throw new BrokenDocument(`${pointer}/$ref`, 'must be text');
  if (!reference.startsWith('#/'))
    throw new BrokenDocument(`${pointer}/$ref`, `only references into the same document are read, not ${reference.slice(0, 200)}`);
  let value: unknown = document.root;
  for (const step of reference.slice(2).split('/')) {
    const key = unescape(step);
    // Own parts only: `#/constructor` and `#/__proto__` point at nothing.
    const inside = (isNode(value) || Array.isArray(value)) && Object.hasOwn(value, key);
    value = inside ? (value as Record<string, unknown>)[key] : undefined;
    if (value === undefined) throw new BrokenDocument(`${pointer}/$ref`, `${reference.slice(0, 200)} points at nothing`);
  }
  return value;
}

function unescape(step: string): string {
  const plain = fromPointerStep(step);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}
