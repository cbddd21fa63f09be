import type { JsonObject } from '@turnpike/contracts';
import type { Conversation } from './conversation.js';

/** OpenAI's Chat Completions: `tools`. */
export const openAiChatTools = ({
  tools,
}: Conversation): { type: 'function'; function: { name: string; description: string; parameters: JsonObject } }[] =>
  tools.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));

/** OpenAI's Responses: `tools`. Not strict, since a strict schema can have no optional field. */
export const openAiResponsesTools = ({
  tools,
}: Conversation): { type: 'function'; name: string; description: string; parameters: JsonObject; strict: false }[] =>
  tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, parameters: inputSchema, strict: false }));

/** The `tool` message for one of `message.tool_calls`. */
export async function answerOpenAiChat(
  conversation: Conversation,
  call: { readonly id: string; readonly function: { readonly name: string; readonly arguments: string } },
): Promise<{ role: 'tool'; tool_call_id: string; content: string }> {
  const { text } = await conversation.call(call.function.name, parse(call.function.arguments));
  return { role: 'tool', tool_call_id: call.id, content: text };
}

/** The `function_call_output` item for a `function_call` item. */
export async function answerOpenAiResponses(
  conversation: Conversation,
  call: { readonly call_id: string; readonly name: string; readonly arguments: string },
): Promise<{ type: 'function_call_output'; call_id: string; output: string }> {
  const { text } = await conversation.call(call.name, parse(call.arguments));
  return { type: 'function_call_output', call_id: call.call_id, output: text };
}

/** Arguments come as text that the model wrote; what is no JSON is refused by the conversation like any other wrong argument. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text === '' ? '{}' : text) as unknown;
  } catch {
    return null;
  }
}
