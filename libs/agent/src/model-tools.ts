import { CONTROLS, type Control, type JsonObject } from '@turnpike/contracts';

/** A tool as any model SDK takes it: a name, a text, and the JSON Schema of its arguments. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonObject;
}

/** Kept by the conversation, so the model neither sees nor names it. */
export const KEPT: Readonly<Record<string, readonly string[]>> = {
  tools_get: ['tool_turn_token', 'redeliver'],
  tools_run: ['tool_turn_token', 'quote', 'idempotency_key'],
};

/** Where the conversation does part of the work, the text that fits what is left for the model. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  tools_search:
    'Give a goal in plain language, or query_terms, and pack_id to search one pack. Answers ranked candidates and the contracts of the best ones (runnable_contracts), which can be run as they stand. Read any other candidate with tools_get.',
  tools_get:
    'The exact contract: input and output schema, policy, price, modes. Where it says already_fetched you have the contract from an earlier answer. An id that was not found is not tried again: search instead.',
  tools_run:
    'Only with a contract that was delivered to you in this conversation, with params that match its input_schema, in a named mode: smoke_test inspects, dry_run validates and shows exactly what would be sent, live executes. On quote_required make the same call with the same params and max_credits; never copy a quote hash. Where the answer names a run that is not over, read it with runs_get before any other call for the same work.',
};

/** Every control, as a model is offered it. */
export const modelTools = (): readonly ModelTool[] => CONTROLS.map(toModelTool);

function toModelTool({ name, summary, description, input }: Control): ModelTool {
  const schema = input.toJSONSchema({ io: 'input', unrepresentable: 'any' }) as JsonObject;
  const kept = new Set(KEPT[name]);
  const properties = Object.fromEntries(Object.entries((schema['properties'] ?? {}) as JsonObject).filter(([field]) => !kept.has(field)));
  const required = ((schema['required'] ?? []) as string[]).filter((field) => !kept.has(field));
  const inputSchema = { type: 'object', properties: plain(properties), required, additionalProperties: false } as JsonObject;
  return { name, description: `${summary} ${DESCRIPTIONS[name] ?? description}`, inputSchema };
}

/** "Any JSON" is the one reference in these schemas, and not every model follows references: the empty schema says the same. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('$ref' in value) return {};
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}
