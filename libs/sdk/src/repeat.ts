import { LIMITS, type CallDefinition, type Operation } from '@turnpike/contracts';
import type { Answered } from './read-answer.js';
import { SDK_LIMITS } from './sdk-limits.js';
import type { TransportFailure } from './transport-failure.js';

export type Attempt = { readonly answered: Answered } | { readonly failed: TransportFailure };

/** Whether the server keeps keys for this call: live runs and owner actions. Elsewhere a key would promise what nobody holds to. */
export function takesKey(definition: CallDefinition, args: Record<string, unknown>): boolean {
  if (definition.name === 'tools_run') return args['mode'] === 'live';
  return 'owner' in definition && (definition as Operation).owner;
}

/** Whether the very same call may be sent again although nothing is known of what the first did. */
export function mayRepeat(definition: CallDefinition, args: Record<string, unknown>, key: string | null): boolean {
  if (definition.effect === 'read') return true;
  if (takesKey(definition, args)) return key !== null && key.length <= LIMITS.idempotencyKeyCharacters;
  // A smoke test and a dry run do nothing; a call without a mode is refused.
  return definition.name === 'tools_run';
}

/**
 * Milliseconds until the next attempt, or null where what came is the answer.
 * `rate_limited` was turned away at the door, so any call may come again. `unavailable`, a gateway's error without an envelope and a lost
 * connection leave open what was done: only a call that may be repeated comes again. `jitter` is 0 to 1.
 */
export function pauseBefore(
  next: { attempt: number; attempts: number; repeatable: boolean; jitter: number },
  last: Attempt,
): number | null {
  if (next.attempt > next.attempts) return null;
  const wait = 'answered' in last ? last.answered.retryAfterMs : last.failed.retryAfterMs;
  if (wait !== null && wait > SDK_LIMITS.longestRetryAfterMs) return null;
  if (!(turnedAway(last) || (next.repeatable && isPassing(last)))) return null;
  const longest = Math.min(SDK_LIMITS.firstPauseMs * 2 ** (next.attempt - 2), SDK_LIMITS.longestPauseMs);
  return Math.max(wait ?? 0, Math.round(longest * (0.5 + next.jitter / 2)));
}

const turnedAway = (last: Attempt): boolean => 'answered' in last && codeOf(last.answered) === 'rate_limited';

function isPassing(last: Attempt): boolean {
  if ('answered' in last) return codeOf(last.answered) === 'unavailable';
  const { kind, status } = last.failed;
  return (
    kind === 'unreachable' || kind === 'timeout' || (kind === 'not_turnpike' && status !== null && [429, 502, 503, 504].includes(status))
  );
}

const codeOf = ({ envelope }: Answered): string | null => (envelope.ok ? null : envelope.error.code);
