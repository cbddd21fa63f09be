import { refuse, type CallDefinition, type Issue, type JsonObject, type Refusal, type Repair } from '@turnpike/contracts';
import type { z } from 'zod';
import { toPointerStep } from '@turnpike/kernel';
import { nearestName } from '@turnpike/platform-schema';

const MOST_ISSUES = 50;

/** Arguments that match the definition, or the refusal that says how they do not. */
export function checkInput(definition: CallDefinition, args: Record<string, unknown>): { args: JsonObject } | { refusal: Refusal } {
  const broken = findBrokenText(args, '');
  if (broken) return { refusal: brokenText(definition, broken) };
  const parsed = definition.input.safeParse(args);
  if (parsed.success) return { args: parsed.data as JsonObject };
  const known = Object.keys(definition.input.shape);
  const issues = parsed.error.issues.flatMap((each) => toIssues(each, known)).slice(0, MOST_ISSUES);
  const first = issues[0];
  const message = `The arguments of ${definition.name} do not match its schema: ${first?.pointer || '/'} ${first?.message ?? ''}`.trim();
  return { refusal: refuse('invalid_request', message, { issues: issues as never }, repairInput(definition, args, parsed.error)) };
}

/** The pointer of the first text that no database and no provider could be given as it is: with U+0000 in it, or half a surrogate pair. */
function findBrokenText(value: unknown, at: string): string | null {
  if (typeof value === 'string') return value.includes('\u0000') || !value.isWellFormed() ? at : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    const pointer = `${at}/${toPointerStep(name)}`;
    const found = findBrokenText(name, pointer) ?? findBrokenText(each, pointer);
    if (found !== null) return found;
  }
  return null;
}

function brokenText(definition: CallDefinition, pointer: string): Refusal {
  const message = 'is no whole Unicode text: it has U+0000 or half a surrogate pair in it';
  return refuse(
    'invalid_request',
    `The arguments of ${definition.name} cannot be taken: ${toText(pointer)} ${message}.`,
    { issues: [{ pointer: toText(pointer), keyword: 'format', message }] },
    { control: null, arguments: {}, instruction: 'Send the text without it.' },
  );
}

const toText = (pointer: string): string => pointer.replaceAll('\u0000', '\\u0000').toWellFormed();

/** Without the fields that do not fit the call may well do; where it cannot, only its author can mend it. */
function repairInput(definition: CallDefinition, args: Record<string, unknown>, error: z.ZodError): Repair {
  const wrong = new Set(error.issues.flatMap((each) => (each.code === 'unrecognized_keys' ? each.keys : [String(each.path[0] ?? '')])));
  const kept = Object.fromEntries(Object.entries(args).filter(([name]) => !wrong.has(name)));
  const instruction = `Match the published schema of ${definition.name}.`;
  if (definition.input.safeParse(kept).success) return { control: definition.name, arguments: kept as JsonObject, instruction };
  return { control: null, arguments: {}, instruction };
}

function toIssues(each: z.core.$ZodIssue, known: readonly string[]): Issue[] {
  const at = each.path.map((step) => `/${toPointerStep(String(step))}`).join('');
  if (each.code === 'unrecognized_keys') {
    return each.keys.map((key) => {
      const nearest = each.path.length === 0 ? nearestName(key, known) : null;
      return {
        pointer: `${at}/${toPointerStep(key)}`,
        keyword: 'additionalProperties',
        message: 'is not a known field',
        ...(nearest && { nearest }),
      };
    });
  }
  const allowed = each.code === 'invalid_value' ? { allowed: each.values as never } : {};
  return [{ pointer: at, keyword: keywordOf(each), message: each.message, ...allowed }];
}

function keywordOf(each: z.core.$ZodIssue): string {
  if (each.code === 'invalid_type') return each.input === undefined ? 'required' : 'type';
  if (each.code === 'too_small') return 'minimum';
  if (each.code === 'too_big') return 'maximum';
  if (each.code === 'invalid_value') return 'enum';
  if (each.code === 'invalid_format') return 'format';
  return each.code;
}
