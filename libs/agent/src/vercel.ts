import type { JsonObject } from '@turnpike/contracts';
import type { AgentEnvelope } from './agent-answer.js';
import type { Conversation } from './conversation.js';

export interface VercelTool<S> {
  readonly description: string;
  readonly inputSchema: S;
  readonly execute: (input: unknown) => Promise<AgentEnvelope>;
}

/** Vercel's AI SDK: `tools` of `generateText` and `streamText`. Pass it the `jsonSchema` of the package `ai`. */
export const vercelTools = <S>(conversation: Conversation, jsonSchema: (schema: JsonObject) => S): Record<string, VercelTool<S>> =>
  Object.fromEntries(
    conversation.tools.map(({ name, description, inputSchema }): [string, VercelTool<S>] => [
      name,
      {
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: async (input) => (await conversation.call(name, input)).envelope,
      },
    ]),
  );
