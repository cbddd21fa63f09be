import { toolsGet, toolsSearch, type JsonObject, type Repair } from '@turnpike/contracts';
import type { Turnpike } from '@turnpike/sdk';
import type { z } from 'zod';
import { cutResult, refuseHere, toAnswer, type AgentAnswer, type AgentEnvelope } from './agent-answer.js';
import { ContractMemory, type SavedContracts } from './contract-memory.js';
import { LiveCalls, type SavedCalls } from './live-calls.js';
import { KEPT, modelTools, type ModelTool } from './model-tools.js';
import { RunContract } from './run-contract.js';
import { readStates } from './read-states.js';
import { Sender } from './sender.js';

export interface ConversationOptions {
  /** Ends the calls under way. */
  readonly signal?: AbortSignal;
  /** Goes on with an earlier conversation, perhaps of another process. */
  readonly saved?: SavedConversation;
  /**
   * Given the whole memory whenever it may have changed, and before a live call goes out, which then waits for it. One at a time, the
   * newest last. Where it fails before a live call, that is not sent and `call` throws the same; what could not be saved after a call is
   * saved with the next.
   */
  readonly onSave?: (saved: SavedConversation) => Promise<void> | void;
}

/** Their answers hold contracts, which must be seen whole. */
const CONTRACTS_IN: ReadonlySet<string> = new Set(['tools_search', 'tools_get']);

/** Plain JSON. It holds turn tokens: keep it as you keep the credential. */
export interface SavedConversation {
  readonly version: 1;
  readonly contracts: SavedContracts;
  readonly calls: SavedCalls;
}

/**
 * One conversation between a model and Turnpike. It keeps the turn tokens and remembers which contracts the model was given; refuses by
 * itself what a careful caller would not send; carries out the repair of a contract that moved; and never makes an equal live call
 * before the model has read how the first one ended.
 */
export class Conversation {
  readonly tools: readonly ModelTool[] = modelTools();
  private readonly memory: ContractMemory;
  private readonly live: LiveCalls;
  private readonly sender: Sender;
  private readonly runContract: RunContract;

  private saving: Promise<void> = Promise.resolve();

  constructor(
    turnpike: Pick<Turnpike, 'call'>,
    private readonly options: ConversationOptions = {},
  ) {
    const { signal, saved } = options;
    if (saved && saved.version !== 1) throw new TypeError('this conversation was saved in a form that is not known here');
    this.memory = new ContractMemory(saved?.contracts);
    this.live = new LiveCalls(saved?.calls);
    this.sender = new Sender(turnpike, signal);
    const carryOut = (repair: Repair) => this.carryOut(repair);
    this.runContract = new RunContract(this.sender, this.memory, this.live, carryOut, () => this.save());
  }

  /** A tool call of the model. Never throws for what Turnpike answers or fails to answer; `args` may be anything. */
  async call(name: string, args: unknown): Promise<AgentAnswer> {
    const refused = this.refuse(name, args);
    if (refused) return toAnswer(refused);
    const envelope = await this.dispatch(name, args as JsonObject);
    await this.save().catch(() => undefined);
    return toAnswer(CONTRACTS_IN.has(name) ? envelope : cutResult(envelope));
  }

  /**
   * The model no longer has these contracts before it, or none of them: after its context was compacted. They cannot be run until they
   * are delivered again, which the next get or search does.
   */
  forget(capabilityIds?: readonly string[]): void {
    this.memory.forget(capabilityIds);
  }

  /** What `saved` goes on from, as of now. After `forget`, save it again. */
  toSaved(): SavedConversation {
    return { version: 1, contracts: this.memory.save(), calls: this.live.save() };
  }

  private save(): Promise<void> {
    const { onSave } = this.options;
    if (!onSave) return Promise.resolve();
    const next = this.saving.then(() => onSave(this.toSaved()));
    this.saving = next.catch(() => undefined);
    return next;
  }

  private refuse(name: string, args: unknown): AgentEnvelope | null {
    if (!this.tools.some((tool) => tool.name === name)) {
      const instruction = 'Use one of the tools that are offered.';
      const names = this.tools.map((tool) => tool.name);
      return refuseHere('invalid_request', `There is no tool ${name}.`, { control: null, arguments: {}, instruction }, { allowed: names });
    }
    if (typeof args !== 'object' || args === null || Array.isArray(args)) {
      const instruction = `Match the published schema of ${name}.`;
      return refuseHere('invalid_request', `The arguments of ${name} are a JSON object.`, { control: null, arguments: {}, instruction });
    }
    const own = KEPT[name]?.filter((field) => field in args) ?? [];
    if (own.length === 0) return null;
    const rest = Object.fromEntries(Object.entries(args as JsonObject).filter(([field]) => !own.includes(field)));
    const instruction = 'Make the same call without them: they are kept for you.';
    const message = `${own.join(' and ')} cannot be named: tokens, quotes and keys are never copied.`;
    return refuseHere('invalid_request', message, { control: name, arguments: rest, instruction });
  }

  private async dispatch(name: string, args: JsonObject): Promise<AgentEnvelope> {
    if (name === 'tools_search') return this.search(args);
    if (name === 'tools_get') return this.get(args);
    if (name === 'tools_run') return this.runContract.run(args);
    const answer = await this.sender.send(name, args);
    for (const { runId, state } of readStates(answer)) this.live.read(runId, state);
    return answer;
  }

  private async search(args: JsonObject): Promise<AgentEnvelope> {
    const answer = await this.sender.send('tools_search', args);
    if (!answer.ok) return answer;
    const found = answer.data as unknown as z.output<typeof toolsSearch.output>;
    this.memory.deliver(found.tool_turn_token, found.runnable_contracts);
    this.memory.exist(found.candidates.map(({ capability_id }) => capability_id));
    return answer;
  }

  private async get(args: JsonObject): Promise<AgentEnvelope> {
    const id = String(args['capability_id']);
    const nobody = this.memory.nobody(id);
    if (nobody) return { ok: false, error: nobody };
    const held = this.memory.find(id);
    const token = held?.token ?? this.memory.turn;
    const ask = { ...args, ...(token && { tool_turn_token: token }), ...(!held?.inView && { redeliver: true }) };
    const answer = await this.sender.send('tools_get', ask);
    if (answer.ok) {
      const got = answer.data as unknown as z.output<typeof toolsGet.output>;
      // Another turn than the one asked for: that one is over.
      if (token && got.tool_turn_token !== token) this.memory.retire(token);
      if (got.contract) this.memory.deliver(got.tool_turn_token, [got.contract]);
      return answer;
    }
    if (answer.error.code === 'capability_not_found') this.memory.isNobody(id, { ...answer.error, code: answer.error.code });
    // A turn that is full takes no more: the next one is minted by a get without a token.
    if (answer.error.code !== 'conflict' || !token) return answer;
    this.memory.leave(token);
    return held ? answer : this.get(args);
  }

  /** The next call that a refusal names, where it only reads. */
  private async carryOut({ control, arguments: args }: Repair): Promise<AgentEnvelope | null> {
    return control === 'tools_search' || control === 'tools_get' || control === 'runs_get' ? this.dispatch(control, args) : null;
  }
}

export const startConversation = (turnpike: Pick<Turnpike, 'call'>, options: ConversationOptions = {}): Conversation =>
  new Conversation(turnpike, options);
