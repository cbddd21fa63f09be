import { answerAnthropic, anthropicTools, startConversation, type Conversation } from '@turnpike/agent';
import { connectTurnpike } from '@turnpike/sdk';

/** A call as it went out to Turnpike. */
export interface Sent {
  readonly path: string;
  readonly body: Record<string, any>;
  readonly key: string | null;
}

/** What a model reads in answer to a tool call. */
export interface Told {
  readonly ok: boolean;
  readonly data?: any;
  readonly error?: any;
  readonly meta?: any;
  readonly recovered?: any;
}

type Schema = { properties: Record<string, { properties?: never }>; required?: string[] };

/** A model played by a script: it knows a few facts, and of Turnpike only the tools and the text of their answers. */
export class ScriptedModel {
  readonly sent: Sent[] = [];
  readonly talk: Conversation;
  /** Answers of Turnpike that get lost on the way back, although the call arrived. */
  losing = 0;

  constructor(url: string, credential: string) {
    const through = async (address: string, init: RequestInit): Promise<Response> => {
      const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, any>) : {};
      this.sent.push({ path: address.slice(url.length), body, key: new Headers(init.headers).get('idempotency-key') });
      const answer = await fetch(address, init);
      if (this.losing === 0) return answer;
      this.losing -= 1;
      await answer.arrayBuffer();
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
    };
    this.talk = startConversation(connectTurnpike({ url, credential, fetch: through as typeof fetch }));
  }

  async use(name: string, input: unknown): Promise<Told> {
    const tool = anthropicTools(this.talk).find((each) => each.name === name);
    if (!tool) throw new Error(`the model is offered no ${name}`);
    const block = await answerAnthropic(this.talk, { id: 'toolu_1', name, input });
    const told = JSON.parse(block.content) as Told;
    if (/tt_\w/.test(block.content)) throw new Error('a turn token reached the model');
    if (told.ok === block.is_error) throw new Error('the block does not say whether it is an error');
    return told;
  }

  run(capabilityId: string, mode: string, params: unknown, more: Record<string, unknown> = {}): Promise<Told> {
    return this.use('tools_run', { capability_id: capabilityId, mode, params, ...more });
  }

  /** The runs that went out in this mode. */
  runs(mode: string): Sent[] {
    return this.sent.filter(({ path, body }) => path === '/v1/tools/run' && body['mode'] === mode);
  }

  /** The contract among what an answer delivered, read with a get where it was left a candidate. */
  async contractIn(found: Told, capabilityId: string): Promise<{ input_schema: Schema; contract: { version: number }; readiness: any }> {
    const delivered = found.data.runnable_contracts.find((each: { capability_id: string }) => each.capability_id === capabilityId);
    return delivered ?? (await this.use('tools_get', { capability_id: capabilityId })).data.contract;
  }

  /** The params that a schema requires, from what the model knows. */
  fill({ required = [] }: Schema, known: Record<string, unknown>): Record<string, unknown> {
    return Object.fromEntries(required.map((field) => [field, known[field]]));
  }
}
