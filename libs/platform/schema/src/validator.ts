import type { Issue } from '@turnpike/contracts';
import { toPointerStep } from '@turnpike/kernel';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { LRUCache } from 'lru-cache';
import { makeAjv } from './make-ajv.js';
import { nearestName } from './nearest-name.js';

const MOST_VALIDATORS = 1_000;
const MOST_ISSUES = 50;

/** One compiler for all: making one compiles the meta-schema. */
let ajv: ReturnType<typeof makeAjv> | null = null;
const kept = new LRUCache<string, ValidateFunction>({ max: MOST_VALIDATORS });

/** A compiled schema, kept by the digest of the contract that it belongs to. Only schemas that passed `vetSchemas` come here. */
export function compileValidator(digest: string, schema: object): ValidateFunction {
  const known = kept.get(digest);
  if (known) return known;
  ajv ??= makeAjv();
  const compiled = ajv.compile(schema);
  // The function stands by itself; kept in the compiler as well, schemas would pile up.
  ajv.removeSchema(schema);
  kept.set(digest, compiled);
  return compiled;
}

/** Ways in which a value does not match, at most 50, each with its pointer and what would fit. */
export function validate(validator: ValidateFunction, value: unknown): Issue[] {
  if (validator(value)) return [];
  return (validator.errors ?? []).slice(0, MOST_ISSUES).map(toIssue);
}

function toIssue(error: ErrorObject): Issue {
  const { keyword, instancePath, params, message } = error;
  const base = { pointer: instancePath, keyword, message: message ?? 'does not match' };
  if (keyword === 'additionalProperties' || keyword === 'unevaluatedProperties') return unknownField(error, base);
  if (keyword === 'enum') return { ...base, allowed: (params as { allowedValues: never[] }).allowedValues };
  if (keyword === 'const') return { ...base, allowed: [(params as { allowedValue: never }).allowedValue] };
  if (keyword === 'required')
    return { ...base, message: `the field ${String((params as { missingProperty: string }).missingProperty)} is missing` };
  return base;
}

function unknownField(error: ErrorObject, base: { pointer: string; keyword: string }): Issue {
  const name = String(
    (error.params as Record<string, unknown>)['additionalProperty'] ?? (error.params as Record<string, unknown>)['unevaluatedProperty'],
  );
  const known = Object.keys((error.parentSchema as { properties?: object } | undefined)?.properties ?? {});
  const nearest = nearestName(name, known);
  return {
    ...base,
    pointer: `${base.pointer}/${toPointerStep(name)}`,
    message: 'is not a known field',
    ...(nearest !== null && { nearest }),
  };
}
