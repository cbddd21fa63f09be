import { runState, type RunState } from '@turnpike/contracts';
import type { AgentEnvelope } from './agent-answer.js';

export interface ReadState {
  readonly runId: string;
  readonly state: RunState;
}

/** Every state of a run that an answer tells, oldest first: that of a run, of a list of runs or of its events. */
export function readStates(envelope: AgentEnvelope): readonly ReadState[] {
  const told = envelope.meta?.run ? [{ run_id: envelope.meta.run.id, state: envelope.meta.run.state }] : [];
  const data = envelope.ok ? (envelope.data as { items?: unknown } | null) : null;
  const items = Array.isArray(data?.items) ? (data.items as unknown[]) : [];
  return [...items, data, ...told].flatMap((each) => {
    const { run_id: runId, state } = (each ?? {}) as { run_id?: unknown; state?: unknown };
    const known = runState.safeParse(state);
    return typeof runId === 'string' && known.success ? [{ runId, state: known.data }] : [];
  });
}
