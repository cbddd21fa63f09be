import type { JsonObject, Meta, Refusal, RefusalCode, Repair } from '@turnpike/contracts';
import { AGENT_LIMITS } from './agent-limits.js';
import { hideTokens, type Json, type Success } from '@turnpike/sdk';

/**
 * Refusals of the adapter itself, beside Turnpike's. `run_not_over`: an equal live call is not over, or its state was not read.
 * `dry_run_first`: the contract moved under the model, and nothing was validated against the new one. `no_answer`: Turnpike was not reached.
 */
export type AgentCode = RefusalCode | 'run_not_over' | 'dry_run_first' | 'no_answer';

export type AgentRefusal = Omit<Refusal, 'code'> & { readonly code: AgentCode };

/** The repair that was carried out at once, and what it answered. */
export interface Recovered {
  readonly control: string;
  readonly arguments: JsonObject;
  readonly answer: AgentEnvelope;
}

export type AgentEnvelope =
  Success<Json> | { readonly ok: false; readonly error: AgentRefusal; readonly meta?: Meta; readonly recovered?: Recovered };

/** What a tool call comes to. */
export interface AgentAnswer {
  readonly ok: boolean;
  /** For the model: the envelope as JSON, without turn tokens and quotes. */
  readonly text: string;
  /** For the host, the same as data. */
  readonly envelope: AgentEnvelope;
}

export function refuseHere(code: AgentCode, message: string, repair: Repair, details: JsonObject = {}): AgentEnvelope {
  return { ok: false, error: { code, message, retryable: code === 'no_answer', details, repair } };
}

/** The binding of a quote stays with the server, that of a turn with the adapter: the model is shown neither, so it can copy neither. */
export function toAnswer(envelope: AgentEnvelope): AgentAnswer {
  const shown = hideTokens(envelope.ok ? envelope : withoutQuote(envelope)) as AgentEnvelope;
  return { ok: shown.ok, text: JSON.stringify(shown), envelope: shown };
}

/** A result that would fill a model's context is cut, and says so. */
export function cutResult(envelope: AgentEnvelope): AgentEnvelope {
  if (!envelope.ok) return envelope;
  const whole = JSON.stringify(envelope.data);
  if (whole.length <= AGENT_LIMITS.resultCharacters) return envelope;
  const { run_id, state } = (envelope.data ?? {}) as { run_id?: string; state?: string };
  const beginning = whole.slice(0, AGENT_LIMITS.resultCharacters).toWellFormed();
  const named = { ...(run_id !== undefined && { run_id }), ...(state !== undefined && { state }) };
  return { ...envelope, data: { ...named, cut: true, characters: whole.length, beginning } };
}

function withoutQuote<E extends AgentEnvelope & { ok: false }>(envelope: E): E {
  const { error } = envelope;
  const { quote: _bound, ...details } = error.details;
  if (!error.repair) return { ...envelope, error: { ...error, details } };
  const { quote: _named, ...args } = error.repair.arguments;
  return { ...envelope, error: { ...error, details, repair: { ...error.repair, arguments: args } } };
}
