import { refuse, type Descriptor, type JsonObject, type Refusal, type RunState } from '@turnpike/contracts';
import { TransportFailure, type Answered, type Json, type Turnpike } from '@turnpike/sdk';

interface Capability {
  version: number;
  readonly policy: 'read_only' | 'internal_reversible';
  readonly price?: string;
  readonly slow?: boolean;
  /** Its target is called and does not answer. */
  readonly lost?: boolean;
}

export interface Sent {
  readonly name: string;
  readonly args: JsonObject;
  readonly key: string | undefined;
}

const TOKEN = 'tt_0123456789abcdef';
const QUOTE = 'quote-hash-9f8e7d';
type Outcome = { data: Json } | { refusal: Refusal; run?: string };

/** For specs: a Turnpike by hand, with turns, versions, runs, keys and quotes as the real one has them, and every call kept. */
export class FakeTurnpike {
  readonly sent: Sent[] = [];
  readonly runs = new Map<string, { state: RunState; call: string }>();
  /** Contracts that one turn takes. */
  perTurn = 64;
  /** What every run results in. */
  result = '';
  /** The next answer is lost after it took effect. */
  cut = false;
  private readonly turns = new Map<string, { held: Map<string, number>; over: boolean }>();
  private readonly keys = new Map<string, string>();
  private readonly quoted = new Set<string>();

  constructor(readonly catalog: Record<string, Capability>) {}

  readonly door: Pick<Turnpike, 'call'> = {
    call: async (name, args, options) => {
      this.sent.push({ name, args: structuredClone(args) as JsonObject, key: options?.idempotencyKey });
      await Promise.resolve();
      const outcome = this.answer(name, args as JsonObject, options?.idempotencyKey);
      if (this.cut) {
        this.cut = false;
        const repeat = { safe: true, idempotencyKey: options?.idempotencyKey ?? null };
        throw new TransportFailure({ kind: 'unreachable', url: 'http://fake', why: 'ECONNRESET' }, repeat);
      }
      return answered(outcome, this.runs) as never;
    },
  };

  publish(id: string): void {
    const capability = this.catalog[id];
    if (capability) capability.version += 1;
  }

  expire(): void {
    for (const turn of this.turns.values()) turn.over = true;
  }

  private answer(name: string, args: JsonObject, key: string | undefined): Outcome {
    const id = String(args['capability_id']);
    if (name === 'tools_search') return this.search();
    if (name === 'tools_get') return this.get(id, args);
    if (name === 'tools_run') return this.run(id, args, key);
    if (name !== 'runs_get') return { data: { items: [] } };
    const run = this.runs.get(String(args['run_id']));
    return run ? { data: { kind: 'run', run_id: String(args['run_id']), state: run.state } } : { refusal: refuse('run_not_found', 'no') };
  }

  private search(): Outcome {
    const ids = Object.keys(this.catalog);
    const token = this.mint();
    const delivered = ids.slice(0, 2).map((id) => this.deliver(token, id));
    const candidates = ids.map((id) => ({ capability_id: id, fetched: ids.indexOf(id) < 2 }));
    return { data: { candidates, runnable_contracts: delivered, tool_turn_token: token } as unknown as Json };
  }

  private get(id: string, args: JsonObject): Outcome {
    if (!this.catalog[id]) return { refusal: refuse('capability_not_found', `There is no ${id}.`) };
    const given = String(args['tool_turn_token']);
    const turn = this.turns.get(given);
    const token = turn && !turn.over ? given : this.mint();
    const known = this.turns.get(token)?.held.get(id) === this.catalog[id].version && args['redeliver'] !== true;
    const held = this.turns.get(token)?.held;
    if (!held?.has(id) && (held?.size ?? 0) >= this.perTurn) return { refusal: refuse('conflict', 'full', {}, getAgain(id)) };
    const contract = known ? null : this.deliver(token, id);
    return { data: { capability_id: id, already_fetched: known, contract, tool_turn_token: token } as unknown as Json };
  }

  private run(id: string, args: JsonObject, key: string | undefined): Outcome {
    const known = key === undefined ? undefined : this.keys.get(key);
    if (known) return { data: this.view(known) };
    const turn = this.turns.get(String(args['tool_turn_token']));
    const capability = this.catalog[id];
    if (!turn || !capability || !turn.held.has(id)) return { refusal: refuse('capability_not_fetched', 'no', {}, getAgain(id)) };
    const moved = [...turn.held].some(([each, version]) => this.catalog[each]?.version !== version);
    if (turn.over || moved) return { refusal: refuse(moved ? 'catalog_changed' : 'tool_turn_expired', 'no', {}, searchAgain) };
    if (args['mode'] !== 'live') return { data: { kind: 'preview' } };
    const call = JSON.stringify([id, args['params']]);
    if (capability.price && !(this.quoted.delete(call) && args['max_credits'])) {
      this.quoted.add(call);
      const details = { estimate: { credits: capability.price }, quote: QUOTE };
      return {
        refusal: refuse('quote_required', 'no', details, { control: 'tools_run', arguments: { quote: QUOTE }, instruction: 'again' }),
      };
    }
    const runId = `run_${this.runs.size + 1}`;
    this.runs.set(runId, { state: capability.lost ? 'unknown' : capability.slow ? 'running' : 'succeeded', call });
    if (key !== undefined) this.keys.set(key, runId);
    if (capability.lost) return { refusal: refuse('upstream_timeout', 'no'), run: runId };
    return { data: this.view(runId) };
  }

  private view(runId: string): Json {
    return { kind: 'run', run_id: runId, state: this.runs.get(runId)?.state ?? 'queued', result: this.result };
  }

  private mint(): string {
    const token = `${TOKEN}${this.turns.size}`;
    this.turns.set(token, { held: new Map(), over: false });
    return token;
  }

  private deliver(token: string, id: string): Descriptor {
    const { version = 0, policy = 'read_only' } = this.catalog[id] ?? {};
    this.turns.get(token)?.held.set(id, version);
    const modes = ['smoke_test', 'dry_run', 'live'];
    return {
      capability_id: id,
      contract: { capability_id: id, version, digest: '' },
      modes,
      action_policy: policy,
    } as unknown as Descriptor;
  }
}

const searchAgain = { control: 'tools_search', arguments: { goal: 'again' }, instruction: 'read' };
const getAgain = (id: string) => ({ control: 'tools_get', arguments: { capability_id: id }, instruction: 'read' });

function answered(outcome: Outcome, runs: FakeTurnpike['runs']): Answered {
  const id = 'refusal' in outcome ? outcome.run : ((outcome.data ?? {}) as { run_id?: string }).run_id;
  const run = id === undefined ? undefined : runs.get(id);
  const meta = { request_id: 'req_1', took_ms: 1, ...(id !== undefined && run && { run: { id, state: run.state } }) };
  const envelope =
    'refusal' in outcome ? ({ ok: false, error: outcome.refusal, meta } as const) : ({ ok: true, data: outcome.data, meta } as const);
  return { status: envelope.ok ? 200 : 400, envelope, replayed: false, retryAfterMs: null };
}
