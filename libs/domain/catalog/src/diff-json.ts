import { canonicalJson, toPointerStep } from '@turnpike/kernel';

export interface Difference {
  /** JSON Pointer (RFC 6901). */
  readonly pointer: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly from?: unknown;
  readonly to?: unknown;
}

/** How one JSON value differs from another, by pointer, in the order of canonical keys. At most `limit` differences. */
export function diffJson(from: unknown, to: unknown, limit: number): Difference[] {
  const found: Difference[] = [];
  compare(from, to, '', found, limit);
  return found;
}

function compare(from: unknown, to: unknown, pointer: string, found: Difference[], limit: number): void {
  if (found.length >= limit || canonicalJson(from) === canonicalJson(to)) return;
  if (!isContainer(from) || !isContainer(to) || Array.isArray(from) !== Array.isArray(to)) {
    found.push({ pointer, change: 'changed', from, to });
    return;
  }
  const keys = [...new Set([...Object.keys(from), ...Object.keys(to)])].sort();
  for (const key of keys) compareMember(from, to, key, pointer, found, limit);
}

function compareMember(from: Container, to: Container, key: string, pointer: string, found: Difference[], limit: number): void {
  if (found.length >= limit) return;
  const at = `${pointer}/${toPointerStep(key)}`;
  if (!Object.hasOwn(from, key)) found.push({ pointer: at, change: 'added', to: to[key] });
  else if (!Object.hasOwn(to, key)) found.push({ pointer: at, change: 'removed', from: from[key] });
  else compare(from[key], to[key], at, found, limit);
}

type Container = Record<string, unknown>;
const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
