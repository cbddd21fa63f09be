import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ALL_OPERATIONS } from './all-operations.js';
import { buildDocument } from './build-document.js';

type Json = Record<string, unknown>;
const document = buildDocument('http://127.0.0.1:7430') as { paths: Record<string, Record<string, Json>>; components: { schemas: Json; securitySchemes: Json } };
const documented = Object.entries(document.paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ name: `${method.toUpperCase()} ${path}`, path, operation })));

const references = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => (key === '$ref' && typeof inner === 'string' ? [inner] : references(inner)));
};

describe('the OpenAPI document', () => {
  it('tells every operation once, each with its own id', () => {
    expect(documented).toHaveLength(ALL_OPERATIONS.length);
    expect(new Set(documented.map(({ operation }) => operation['operationId'])).size).toBe(ALL_OPERATIONS.length);
  });

  it('holds what it refers to', () => {
    const names = references(document).map((reference) => reference.replace('#/components/schemas/', ''));
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !(name in document.components.schemas))).toEqual([]);
  });

  it.each(documented)('declares the path parameters of $name, and no others', ({ path, operation }) => {
    const declared = (operation['parameters'] as { in: string; name: string; required: boolean }[]).filter((parameter) => parameter.in === 'path');
    expect(declared.map((parameter) => parameter.name).sort()).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort());
    expect(declared.every((parameter) => parameter.required)).toBe(true);
  });

  it('meets every security scheme it declares', () => {
    const used = documented.flatMap(({ operation }) => (operation['security'] as object[] | undefined)?.flatMap(Object.keys) ?? ['bearer']);
    expect(new Set(used)).toEqual(new Set(Object.keys(document.components.securitySchemes)));
  });
});

describe('the overlay', () => {
  const overlay = JSON.parse(readFileSync(resolve(__dirname, '../../overlay.json'), 'utf8')) as {
    operations: Record<string, { id: string; action_policy: string; composite?: { replaces: string[] } }>;
  };

  it('speaks of every operation and of no other', () => {
    expect(Object.keys(overlay.operations).sort()).toEqual(documented.map(({ name }) => name).sort());
  });

  it('lets only reads be read_only', () => {
    for (const [name, { action_policy }] of Object.entries(overlay.operations)) expect([name, action_policy === 'read_only']).toEqual([name, name.startsWith('GET ')]);
  });

  it('has ids that differ, and composites that replace capabilities that are there', () => {
    const ids = Object.values(overlay.operations).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const replaced = Object.values(overlay.operations).flatMap(({ composite }) => composite?.replaces ?? []);
    expect(replaced.length).toBe(3);
    expect(replaced.filter((id) => !ids.includes(id))).toEqual([]);
  });
});
