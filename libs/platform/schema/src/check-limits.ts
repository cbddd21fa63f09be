import { LIMITS } from '@turnpike/contracts';
import { fromPointerStep, toPointerStep } from '@turnpike/kernel';
import { patternFits } from './pattern-engine.js';

export interface SchemaProblem {
  /** JSON Pointer into the schema. */
  readonly pointer: string;
  readonly reason: string;
}

interface Walk {
  nodes: number;
  problem: SchemaProblem | null;
}

/** Schemas may be a hundred times as deep as they look once references are followed; what is written is what is bounded. */
export function checkLimits(schema: unknown): SchemaProblem | null {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return { pointer: '', reason: 'a schema must be an object' };
  const bytes = Buffer.byteLength(JSON.stringify(schema));
  if (bytes > LIMITS.schemaBytes) return { pointer: '', reason: `has ${bytes} bytes; at most ${LIMITS.schemaBytes} are taken` };
  const walk: Walk = { nodes: 0, problem: null };
  visit(walk, schema, '', 0, schema);
  return walk.problem;
}

function visit(walk: Walk, value: unknown, pointer: string, depth: number, root: object): void {
  if (walk.problem || typeof value !== 'object' || value === null) return;
  if (depth > LIMITS.schemaDepth) return refuse(walk, pointer, `is nested deeper than ${LIMITS.schemaDepth}`);
  if (!Array.isArray(value)) {
    walk.nodes += 1;
    if (walk.nodes > LIMITS.schemaNodes) return refuse(walk, pointer, `the schema has more than ${LIMITS.schemaNodes} parts`);
    checkKeywords(walk, value as Record<string, unknown>, pointer, root);
  }
  for (const [key, each] of Object.entries(value)) visit(walk, each, `${pointer}/${toPointerStep(key)}`, depth + 1, root);
}

function checkKeywords(walk: Walk, node: Record<string, unknown>, pointer: string, root: object): void {
  const { properties, pattern, $ref: reference } = node;
  if (typeof properties === 'object' && properties !== null && Object.keys(properties).length > LIMITS.schemaPropertiesPerObject) {
    refuse(walk, `${pointer}/properties`, `has more than ${LIMITS.schemaPropertiesPerObject} properties`);
  }
  if (typeof pattern === 'string' && !pointer.endsWith('/properties') && !patternFits(pattern))
    refuse(walk, `${pointer}/pattern`, 'cannot be matched in linear time (RE2)');
  if (typeof reference === 'string' && !pointer.endsWith('/properties')) checkReference(walk, reference, pointer, root);
  if (node['$dynamicRef'] !== undefined || node['$id'] !== undefined) {
    if (!pointer.endsWith('/properties')) refuse(walk, pointer, '$id and $dynamicRef are not taken');
  }
}

function checkReference(walk: Walk, reference: string, pointer: string, root: object): void {
  if (reference !== '#' && !reference.startsWith('#/'))
    return refuse(walk, `${pointer}/$ref`, 'only references into the same schema are taken');
  let target: unknown = root;
  for (const step of reference.split('/').slice(1)) {
    const key = decodeURIComponent(fromPointerStep(step));
    target = typeof target === 'object' && target !== null ? (target as Record<string, unknown>)[key] : undefined;
  }
  if (target === undefined) refuse(walk, `${pointer}/$ref`, `${reference.slice(0, 200)} points at nothing`);
}

function refuse(walk: Walk, pointer: string, reason: string): void {
  walk.problem ??= { pointer, reason };
}
