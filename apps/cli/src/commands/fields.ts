import { readFileSync } from 'node:fs';
import type { CallDefinition } from '@turnpike/contracts';
import type { Command } from 'commander';
import { z } from 'zod';

type Fields = Record<string, unknown>;

const dashed = (name: string): string => name.replaceAll('_', '-');
/** Names that read better as an option than as a field. */
const SHORT: Readonly<Record<string, string>> = { tool_turn_token: 'turn_token' };
const wireName = (definition: CallDefinition, name: string): string => definition.wireNames?.[name] ?? SHORT[name] ?? name;
/** `--toolset` for the field `pack_id`. */
export const flagOf = (definition: CallDefinition, name: string): string => `--${dashed(wireName(definition, name))}`;
const camel = (name: string): string => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

/** One option a field of the definition's input; those named as positional come as plain words. */
export function addFields(command: Command, definition: CallDefinition): void {
  const positional = definition.cli?.positional ?? [];
  for (const name of positional) command.argument(isRequired(definition, name) ? `<${name}>` : `[${name}]`);
  for (const [name, type] of Object.entries(definition.input.shape as Record<string, z.ZodType>)) {
    if (positional.includes(name)) continue;
    const flag = flagOf(definition, name);
    command.option(kindOf(type) === 'boolean' ? flag : `${flag} <${kindOf(type)}>`, describeField(type));
  }
}

/** The arguments of a call from plain words and options. `@file` reads a file, where JSON or text is wanted. */
export function readFields(definition: CallDefinition, words: readonly unknown[], options: Fields): Fields {
  const positional = definition.cli?.positional ?? [];
  const args: Fields = {};
  for (const [name, type] of Object.entries(definition.input.shape as Record<string, z.ZodType>)) {
    const at = positional.indexOf(name);
    const given = at >= 0 ? words[at] : options[camel(wireName(definition, name))];
    if (given !== undefined) args[name] = readValue(name, type, given);
  }
  return args;
}

type Kind = 'text' | 'number' | 'boolean' | 'list' | 'json';

function kindOf(type: z.ZodType): Kind {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as {
    type?: string;
    items?: { type?: string };
    const?: unknown;
    enum?: unknown;
  };
  if (schema.type === 'boolean' || schema.const === true) return 'boolean';
  if (schema.type === 'integer' || schema.type === 'number') return 'number';
  if (schema.type === 'array' && schema.items?.type === 'string') return 'list';
  if (schema.type === 'string' || schema.enum !== undefined) return 'text';
  return 'json';
}

const isRequired = (definition: CallDefinition, name: string): boolean =>
  !(definition.input.shape as Record<string, z.ZodType>)[name]?.safeParse(undefined).success;

function describeField(type: z.ZodType): string {
  const schema = z.toJSONSchema(type, { io: 'input', unrepresentable: 'any' }) as { enum?: string[] };
  if (schema.enum) return schema.enum.join(' | ');
  const kind = kindOf(type);
  return kind === 'list' ? 'values, separated by commas' : kind === 'json' ? 'JSON, or @file' : '';
}

function readValue(name: string, type: z.ZodType, given: unknown): unknown {
  if (typeof given !== 'string') return given;
  const kind = kindOf(type);
  if (kind === 'number') return Number(given);
  if (kind === 'list') return given.split(',').map((each) => each.trim());
  return kind === 'json' ? readJson(name, given) : given;
}

/** JSON as text, from `@file`, or a plain word where the field takes one (`all`). */
export function readJson(name: string, given: string): unknown {
  const text = given.startsWith('@') ? readFileSync(given.slice(1), 'utf8') : given;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    if (!given.startsWith('@') && /^[a-z_]+$/.test(given)) return given;
    throw new Error(`${name} must be JSON, or @file with JSON in it: ${text.slice(0, 80)}`);
  }
}
