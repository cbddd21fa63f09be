import { CONTROLS, failure, meta, toolsSearch, type Control } from '@turnpike/contracts';
import { z } from 'zod';

type Json = Record<string, unknown>;

/** Longer than any list that a model should read; what is left out is said. */
const MOST_PACKS = 60;
const MOST_TITLE_CHARACTERS = 80;

/** The descriptors of the controls as the JSON text of an array. Only tools_search depends on who asks: it names the workspace's packs. */
export class ControlDescriptors {
  private readonly texts = CONTROLS.map((control) => [control.name, describe(control)] as const);

  list(packs: readonly { readonly pack_id: string; readonly title: string }[]): string {
    const described = this.texts.map(([name, tool]) =>
      JSON.stringify(
        name === toolsSearch.name ? { ...tool, description: `${String(tool['description'])}\n\n${describePacks(packs)}` } : tool,
      ),
    );
    return `[${described.join(',')}]`;
  }
}

function describePacks(packs: readonly { readonly pack_id: string; readonly title: string }[]): string {
  if (packs.length === 0) return 'No pack is enabled in this workspace yet.';
  const sorted = [...packs].sort((a, b) => (a.pack_id < b.pack_id ? -1 : 1));
  const named = sorted.slice(0, MOST_PACKS).map(({ pack_id, title }) => `${pack_id} (${plain(title)})`);
  const more = packs.length > MOST_PACKS ? `, and ${packs.length - MOST_PACKS} more: packs_list names them` : '';
  return `Packs of this workspace: ${named.join(', ')}${more}.`;
}

/** A title is written by whoever published the pack: one line, no control or direction characters, not long, no half of a character. */
const plain = (title: string): string => [...title.replace(/[\p{C}\p{Z}]+/gu, ' ').trim()].slice(0, MOST_TITLE_CHARACTERS).join('');

function describe(control: Control): Json {
  return {
    name: control.name,
    title: control.summary,
    description: `${control.summary} ${control.description}`,
    inputSchema: schemaOf(control.input, 'input'),
    outputSchema: envelopeOf(control),
    annotations: annotationsOf(control),
  };
}

/** Running a contract may reach out and change what is outside; everything else stays in Turnpike. */
function annotationsOf({ name, effect }: Control): Json {
  const runs = name === 'tools_run';
  return { readOnlyHint: effect === 'read', destructiveHint: runs, idempotentHint: effect === 'read' || !runs, openWorldHint: runs };
}

/** An answer or a refusal. MCP wants an object at the top, so the two are told apart below it. */
function envelopeOf({ output }: Control): Json {
  return {
    type: 'object',
    required: ['ok', 'meta'],
    properties: { ok: { type: 'boolean' }, web_url: { type: 'string' }, meta: schemaOf(meta, 'output'), data: {}, error: {} },
    oneOf: [
      { required: ['data'], properties: { ok: { const: true }, data: schemaOf(output, 'output') } },
      { required: ['error'], properties: { ok: { const: false }, error: schemaOf(failure.shape.error, 'output') } },
    ],
  };
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, $defs: _defs, ...schema } = z.toJSONSchema(type, { io, unrepresentable: 'any', reused: 'inline' }) as Json;
  return { ...(io === 'input' && { $schema: DIALECT }), ...(loosen(schema, io) as Json) };
}

/**
 * "Any JSON value" is the empty schema: its own recursive form would point outside of what is left of it. Answers may gain fields, so what
 * describes them does not forbid others.
 */
function loosen(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((each) => loosen(each, io));
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value && String(value.$ref).startsWith('#/$defs/')) return {};
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, each]) => name !== '$defs' && !(io === 'output' && name === 'additionalProperties' && each === false))
      .map(([name, each]) => [name, loosen(each, io)]),
  );
}
