import { toPointerStep } from '@turnpike/kernel';

/** Any JSON object of the document. */
export type Node = Readonly<Record<string, unknown>>;

/** A document that was read: its root, and whether its schemas follow the dialect of 2.0, of 3.0 or JSON Schema 2020-12 (3.1). */
export interface OpenApiDocument {
  readonly root: Node;
  readonly dialect: '2.0' | '3.0' | '3.1';
}

/** The document, or one operation of it, cannot be used: where (JSON Pointer, RFC 6901) and why. */
export class BrokenDocument extends Error {
  constructor(
    readonly pointer: string,
    readonly reason: string,
  ) {
    super(`${pointer || '/'}: ${reason}`);
    this.name = 'BrokenDocument';
  }
}

export const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);

export const pointerTo = (base: string, ...steps: readonly (string | number)[]): string =>
  steps.reduce<string>((pointer, step) => `${pointer}/${toPointerStep(String(step))}`, base);

export const textOf = (node: Node, key: string): string => (typeof node[key] === 'string' ? node[key] : '');

export function nodeAt(node: Node, key: string, pointer: string): Node {
  const value = node[key];
  if (value === undefined) return {};
  if (!isNode(value)) throw new BrokenDocument(pointerTo(pointer, key), 'must be an object');
  return value;
}

export function listAt(node: Node, key: string, pointer: string): readonly unknown[] {
  const value = node[key];
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw new BrokenDocument(pointerTo(pointer, key), 'must be an array');
  return value as unknown[];
}
