import { FINAL_STATES, type RunState } from '@turnpike/contracts';
import { newKey } from '@turnpike/sdk';
import { AGENT_LIMITS } from './agent-limits.js';

/** `sent`: no answer yet. `unclear`: the answer was lost or said nothing of a run; the same key may be sent again, and is the same run. */
export type LiveState = RunState | 'sent' | 'unclear';

export interface LiveCall {
  readonly key: string;
  readonly runId: string | null;
  readonly state: LiveState;
}

export type SavedCalls = readonly (readonly [string, LiveCall])[];

const OVER: ReadonlySet<LiveState> = FINAL_STATES;

/** The live calls of a conversation by what makes two calls the same: capability and parameters. */
export class LiveCalls {
  private readonly calls: Map<string, LiveCall>;

  /** A call that was out when the process ended is open: whether a run came of it, its key tells. */
  constructor(saved: SavedCalls = []) {
    this.calls = new Map(saved.map(([call, known]) => [call, known.state === 'sent' ? { ...known, state: 'unclear' } : known]));
  }

  save(): SavedCalls {
    return [...this.calls];
  }

  /** The key under which this call may go out, or the equal call that stands in its way. From here on it stands in the way of others. */
  begin(call: string): { readonly key: string } | { readonly standing: LiveCall } {
    const known = this.calls.get(call);
    if (known && known.state !== 'unclear' && !OVER.has(known.state)) return { standing: known };
    const key = known?.state === 'unclear' ? known.key : newKey();
    this.calls.delete(call);
    this.calls.set(call, { key, runId: null, state: 'sent' });
    return { key };
  }

  /** What became of a call that went out; `null` where nothing was started. */
  settle(call: string, outcome: { readonly runId: string | null; readonly state: LiveState } | null): void {
    const known = this.calls.get(call);
    if (!known) return;
    if (outcome === null) this.calls.delete(call);
    else this.calls.set(call, { key: known.key, ...outcome });
    this.bound();
  }

  /** The model was shown this state of a run. What was over stays over, however late an older answer comes. */
  read(runId: string, state: RunState): void {
    for (const [call, known] of this.calls) {
      if (known.runId === runId && !OVER.has(known.state)) this.calls.set(call, { ...known, state });
    }
  }

  private bound(): void {
    for (const [call, { state }] of this.calls) {
      if (this.calls.size <= AGENT_LIMITS.liveCalls) return;
      if (OVER.has(state)) this.calls.delete(call);
    }
  }
}
