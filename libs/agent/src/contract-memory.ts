import type { Descriptor, Refusal } from '@turnpike/contracts';
import { AGENT_LIMITS } from './agent-limits.js';
import { keepLatest } from './keep-latest.js';

/** A contract as it was delivered in this conversation. */
export interface Held {
  /** Names the tool turn that delivered it. */
  readonly token: string;
  /** False once the model's context no longer holds the schema. */
  readonly inView: boolean;
  /** The turn before this one was retired, and nothing was validated against the new contract yet. */
  readonly dryRunFirst: boolean;
}

export interface SavedContracts {
  readonly turn: string | null;
  readonly held: readonly (readonly [string, Held])[];
  readonly retired: readonly string[];
  readonly nobodys: readonly (readonly [string, Refusal])[];
}

/** Which contracts the model has before it, by the turn that delivered each; and which ids are known to be nobody's. */
export class ContractMemory {
  private readonly held: Map<string, Held>;
  private readonly retired: Map<string, true>;
  private readonly nobodys: Map<string, Refusal>;
  private latest: string | null;

  constructor(saved?: SavedContracts) {
    this.held = new Map(saved?.held);
    this.retired = new Map(saved?.retired.map((id) => [id, true]));
    this.nobodys = new Map(saved?.nobodys);
    this.latest = saved?.turn ?? null;
  }

  save(): SavedContracts {
    return { turn: this.latest, held: [...this.held], retired: [...this.retired.keys()], nobodys: [...this.nobodys] };
  }

  /** The turn that a further contract is added to. */
  get turn(): string | null {
    return this.latest;
  }

  find(capabilityId: string): Held | undefined {
    return this.held.get(capabilityId);
  }

  deliver(token: string, contracts: readonly Descriptor[]): void {
    this.latest = token;
    for (const { capability_id: id, modes, action_policy: policy } of contracts) {
      const dryRunFirst = this.retired.has(id) && policy !== 'read_only' && modes.includes('dry_run');
      this.nobodys.delete(id);
      keepLatest(this.held, id, { token, inView: true, dryRunFirst }, AGENT_LIMITS.contracts);
    }
  }

  /** A dry run went well against the contract of this turn. */
  prove(capabilityId: string, token: string): void {
    const held = this.held.get(capabilityId);
    if (held?.token !== token) return;
    this.retired.delete(capabilityId);
    this.held.set(capabilityId, { ...held, dryRunFirst: false });
  }

  /** A turn is over: nothing that it delivered can be run. */
  retire(token: string): void {
    for (const [id, held] of this.held) {
      if (held.token !== token) continue;
      this.held.delete(id);
      keepLatest(this.retired, id, true, AGENT_LIMITS.ids);
    }
    this.leave(token);
  }

  /** The server does not hold this one contract in this turn. */
  drop(capabilityId: string, token: string): void {
    if (this.held.get(capabilityId)?.token === token) this.held.delete(capabilityId);
    this.leave(token);
  }

  /** Takes no further contracts into this turn. */
  leave(token: string): void {
    if (this.latest === token) this.latest = null;
  }

  /** The model lost sight of these contracts, or of all. */
  forget(capabilityIds: readonly string[] = [...this.held.keys()]): void {
    for (const id of capabilityIds) {
      const held = this.held.get(id);
      if (held) this.held.set(id, { ...held, inView: false });
    }
  }

  /** The refusal that an id met before, while nothing has shown that it exists. */
  nobody(capabilityId: string): Refusal | undefined {
    return this.nobodys.get(capabilityId);
  }

  isNobody(capabilityId: string, refusal: Refusal): void {
    keepLatest(this.nobodys, capabilityId, refusal, AGENT_LIMITS.ids);
  }

  /** An answer names these ids, so they are no guesses. */
  exist(capabilityIds: readonly string[]): void {
    for (const id of capabilityIds) this.nobodys.delete(id);
  }
}
