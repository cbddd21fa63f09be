import { CONTROLS } from '@turnpike/contracts';
import { anthropicTools, answerAnthropic } from './anthropic.js';
import { startConversation } from './conversation.js';
import { FakeTurnpike } from './proof/fake-turnpike.js';
import { answerOpenAiChat, answerOpenAiResponses, openAiChatTools, openAiResponsesTools } from './openai.js';
import { vercelTools } from './vercel.js';

const talk = () => startConversation(new FakeTurnpike({}).door);

describe('the tools of a conversation', () => {
  const { tools } = talk();

  it('are the controls, in their order, with names that every model SDK takes', () => {
    expect(tools.map(({ name }) => name)).toEqual(CONTROLS.map(({ name }) => name));
    expect(tools.filter(({ name, description }) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name) || description.length > 1024)).toEqual([]);
  });

  it('have schemas without references, and without what the conversation keeps', () => {
    const text = JSON.stringify(tools);
    expect(/\$ref|\$defs|\$schema|tool_turn_token|idempotency_key|redeliver|"quote"/.test(text)).toBe(false);
    const run = tools.find(({ name }) => name === 'tools_run');
    expect(run?.inputSchema).toMatchObject({ type: 'object', required: ['capability_id', 'params', 'mode'], additionalProperties: false });
    expect(run?.description).toContain('never copy a quote hash');
  });

  it('come in the form of each SDK', () => {
    const [first] = tools;
    const { name, description, inputSchema } = first!;
    expect(anthropicTools(talk())[0]).toEqual({ name, description, input_schema: inputSchema });
    expect(openAiChatTools(talk())[0]).toEqual({ type: 'function', function: { name, description, parameters: inputSchema } });
    expect(openAiResponsesTools(talk())[0]).toEqual({ type: 'function', name, description, parameters: inputSchema, strict: false });
    expect(vercelTools(talk(), (schema) => ({ schema }))[name]).toMatchObject({ description, inputSchema: { schema: inputSchema } });
  });

  it('are answered in the form of each SDK', async () => {
    const [name, input] = ['runs_get', { run_id: 'run_1' }];
    const text = JSON.stringify(input);
    const anthropic = await answerAnthropic(talk(), { id: 'a', name, input });
    expect([anthropic.type, anthropic.tool_use_id, anthropic.is_error, JSON.parse(anthropic.content).error.code]).toEqual([
      'tool_result',
      'a',
      true,
      'run_not_found',
    ]);
    const chat = await answerOpenAiChat(talk(), { id: 'b', function: { name, arguments: text } });
    expect([chat.role, chat.tool_call_id, JSON.parse(chat.content).error.code]).toEqual(['tool', 'b', 'run_not_found']);
    const responses = await answerOpenAiResponses(talk(), { call_id: 'c', name, arguments: text });
    expect([responses.type, responses.call_id, JSON.parse(responses.output).error.code]).toEqual([
      'function_call_output',
      'c',
      'run_not_found',
    ]);
    const broken = await answerOpenAiChat(talk(), { id: 'd', function: { name, arguments: '{"run_id":' } });
    expect(JSON.parse(broken.content).error.code).toBe('invalid_request');
    expect(await vercelTools(talk(), (schema) => schema)[name]?.execute(input)).toMatchObject({
      ok: false,
      error: { code: 'run_not_found' },
    });
  });
});
