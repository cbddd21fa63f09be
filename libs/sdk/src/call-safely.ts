import type { CallDefinition } from '@turnpike/contracts';
import type { z } from 'zod';
import type { CallOptions, TurnpikeClient } from './client.js';
import { newKey } from './new-key.js';
import { pause } from './pause.js';
import type { Answered } from './read-answer.js';
import { mayRepeat, pauseBefore, takesKey, type Attempt } from './repeat.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { TransportFailure } from './transport-failure.js';

/** Makes a call under one key for all its attempts, and again where that is safe. A failure says what may still be done with it. */
export async function callSafely<D extends CallDefinition>(
  client: TurnpikeClient,
  definition: D,
  args: Record<string, unknown>,
  options: CallOptions & { readonly attempts?: number },
): Promise<Answered<z.output<D['output']>>> {
  const given = args['idempotency_key'];
  const key = typeof given === 'string' ? given : (options.idempotencyKey ?? (takesKey(definition, args) ? newKey() : null));
  const repeatable = mayRepeat(definition, args, key);
  const attempts = Math.min(Math.max(options.attempts ?? SDK_LIMITS.attempts, 1), SDK_LIMITS.mostAttempts);
  for (let attempt = 2; ; attempt += 1) {
    const last = await tryOnce(client, definition, args, { ...options, ...(key !== null && { idempotencyKey: key }) });
    const wait = pauseBefore({ attempt, attempts, repeatable, jitter: Math.random() }, last);
    if (wait === null && 'answered' in last) return last.answered as Answered<z.output<D['output']>>;
    const repeat = { safe: repeatable || ('failed' in last && last.failed.kind === 'unsendable'), idempotencyKey: key };
    if (wait === null && 'failed' in last) throw last.failed.withRepeat(repeat);
    await pause(wait ?? 0, client.url, options.signal).catch((error: TransportFailure) => {
      throw error.withRepeat(repeat);
    });
  }
}

async function tryOnce(
  client: TurnpikeClient,
  definition: CallDefinition,
  args: Record<string, unknown>,
  options: CallOptions,
): Promise<Attempt> {
  try {
    return { answered: await client.call(definition, args, options) };
  } catch (error) {
    if (error instanceof TransportFailure) return { failed: error };
    throw error;
  }
}
