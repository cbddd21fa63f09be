import type { JsonObject, Repair } from '@turnpike/contracts';
import { canonicalJson } from '@turnpike/kernel/canonical-json';
import { refuseHere, type AgentEnvelope } from './agent-answer.js';
import type { ContractMemory, Held } from './contract-memory.js';
import type { LiveCall, LiveCalls } from './live-calls.js';
import { readStates } from './read-states.js';
import type { Sender } from './sender.js';

type Refused = AgentEnvelope & { ok: false };

/** tools_run for a model: only what it was given, live only once, and with the repair of a contract that moved carried out. */
export class RunContract {
  constructor(
    private readonly sender: Sender,
    private readonly memory: ContractMemory,
    private readonly live: LiveCalls,
    private readonly carryOut: (repair: Repair) => Promise<AgentEnvelope | null>,
    private readonly save: () => Promise<void>,
  ) {}

  async run(args: JsonObject): Promise<AgentEnvelope> {
    const { capability_id: id, mode } = args;
    // No id to go by: Turnpike says how the call does not match its schema.
    if (typeof id !== 'string') return this.sender.send('tools_run', args);
    const held = this.memory.find(id);
    if (!held?.inView) return notDelivered(id);
    if (mode === 'live') return this.runLive(id, args, held);
    const answer = await this.sender.send('tools_run', { ...args, tool_turn_token: held.token });
    if (answer.ok && mode === 'dry_run') this.memory.prove(id, held.token);
    return answer.ok ? answer : this.recover(answer, id, held);
  }

  private async runLive(id: string, args: JsonObject, held: Held): Promise<AgentEnvelope> {
    if (held.dryRunFirst) return dryRunFirst(args);
    const call = callOf(id, args['params']);
    if (call === null) return notJson();
    const begun = this.live.begin(call);
    if ('standing' in begun) return this.readFirst(begun.standing);
    const answer = await this.sendLive(call, { ...args, tool_turn_token: held.token }, begun.key);
    return answer.ok ? answer : this.recover(answer, id, held);
  }

  /** The key is saved before the call goes out: whoever resumes this conversation after a crash has it. */
  private async sendLive(call: string, args: JsonObject, key: string): Promise<AgentEnvelope> {
    let outcome: Parameters<LiveCalls['settle']>[1] = null;
    try {
      await this.save();
      outcome = { runId: null, state: 'unclear' };
      const answer = await this.sender.send('tools_run', args, key);
      outcome = outcomeOf(answer);
      return answer;
    } finally {
      this.live.settle(call, outcome);
    }
  }

  /** The equal call before this one is read now, so that the model knows how it stands before it decides. */
  private async readFirst({ runId, state }: LiveCall): Promise<AgentEnvelope> {
    if (runId === null) return stillUnderWay();
    const refusal = notOver(runId, state);
    return this.withRepair(refusal);
  }

  private async recover(answer: Refused, id: string, held: Held): Promise<AgentEnvelope> {
    const { code } = answer.error;
    if (code === 'catalog_changed' || code === 'tool_turn_expired') this.memory.retire(held.token);
    else if (code === 'capability_not_fetched') this.memory.drop(id, held.token);
    else return answer;
    return this.withRepair(answer);
  }

  private async withRepair(answer: Refused): Promise<AgentEnvelope> {
    const { repair } = answer.error;
    const done = repair && (await this.carryOut(repair));
    return repair?.control && done
      ? { ...answer, recovered: { control: repair.control, arguments: repair.arguments, answer: done } }
      : answer;
  }
}

/** What makes two live calls the same, or null for what JSON cannot carry. */
function callOf(id: string, params: unknown): string | null {
  try {
    return canonicalJson([id, params ?? null]);
  } catch {
    return null;
  }
}

/** Refusals after which it is open whether a run was admitted: the same key tells. */
const UNCLEAR: ReadonlySet<string> = new Set(['no_answer', 'unavailable', 'internal']);

function outcomeOf(answer: AgentEnvelope): Parameters<LiveCalls['settle']>[1] {
  const last = readStates(answer).at(-1);
  if (last) return last;
  return !answer.ok && UNCLEAR.has(answer.error.code) ? { runId: null, state: 'unclear' } : null;
}

const notDelivered = (id: string): AgentEnvelope =>
  refuseHere('capability_not_fetched', `You do not have the contract of ${id} before you.`, {
    control: 'tools_get',
    arguments: { capability_id: id },
    instruction: 'Read the contract, then run it as it says.',
  });

const dryRunFirst = (args: JsonObject): AgentEnvelope =>
  refuseHere('dry_run_first', 'The contract that you ran before is gone, and nothing was validated against the new one yet.', {
    control: 'tools_run',
    arguments: { ...args, mode: 'dry_run' },
    instruction: 'Fit the params to the new schema, dry_run, then run live.',
  });

const notJson = (): AgentEnvelope =>
  refuseHere('invalid_request', 'The params hold text or numbers that JSON cannot carry.', {
    control: null,
    arguments: {},
    instruction: 'Match the input_schema of the contract.',
  });

const stillUnderWay = (): AgentEnvelope =>
  refuseHere('run_not_over', 'The very same live call is under way and was not answered yet.', {
    control: null,
    arguments: {},
    instruction: 'Read the answer of the first call before you decide on another.',
  });

function notOver(runId: string, state: string): Refused {
  const instruction =
    state === 'unknown'
      ? 'Its outcome is unknown: the target was called and no answer was recorded. A person must resolve it; do not repeat it.'
      : 'Read its state. Only once it is over may the same call be made again, if it is really wanted twice.';
  const message = `The very same live call is run ${runId}, which was ${state} when you last read it.`;
  const repair = { control: 'runs_get', arguments: { run_id: runId }, instruction };
  return refuseHere('run_not_over', message, repair, { run_id: runId }) as Refused;
}
