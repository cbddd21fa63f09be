import type { JsonObject } from '@turnpike/contracts';
import type { Conversation } from './conversation.js';

/** Anthropic's Messages API: `tools`. */
export const anthropicTools = ({
  tools,
}: Conversation): { name: string; description: string; input_schema: JsonObject & { type: 'object' } }[] =>
  tools.map(({ name, description, inputSchema }) => ({
    name,
    description,
    input_schema: inputSchema as JsonObject & { type: 'object' },
  }));

/** The `tool_result` block for a `tool_use` block of an assistant's message. */
export async function answerAnthropic(
  conversation: Conversation,
  { id, name, input }: { readonly id: string; readonly name: string; readonly input: unknown },
): Promise<{ type: 'tool_result'; tool_use_id: string; content: string; is_error: boolean }> {
  const { ok, text } = await conversation.call(name, input);
  return { type: 'tool_result', tool_use_id: id, content: text, is_error: !ok };
}
