import { FINAL_STATES, runsEvents } from '@turnpike/contracts';
import { callSafely } from './call-safely.js';
import type { TurnpikeClient } from './client.js';
import type { Followed } from './event-stream.js';
import { pause } from './pause.js';
import { pauseBefore } from './repeat.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { TransportFailure } from './transport-failure.js';

export interface FollowOptions {
  /** Start after this sequence number; default 0, from the first event. */
  readonly after?: number;
  readonly signal?: AbortSignal;
}

/**
 * Every event of a run, once and in order, until the run is over. A stream that is cut is opened again behind the last event that came.
 * A refusal is yielded as the last item; a `TransportFailure` is thrown after five openings in a row without a new event.
 */
export async function* followRun(client: TurnpikeClient, runId: string, options: FollowOptions): AsyncGenerator<Followed> {
  let after = options.after ?? 0;
  for (let idle = 0; ; idle += 1) {
    let failure: TransportFailure | null = null;
    for await (const next of openOnce(client, runId, after, options.signal)) {
      if ('failure' in next) failure = next.failure;
      else if ('over' in next) {
        if (next.over) return;
      } else if (!next.ok) {
        yield next;
        return;
      } else if (next.event.sequence > after) {
        [after, idle] = [next.event.sequence, 0];
        yield next;
        if (FINAL_STATES.has(next.event.state)) return;
      }
    }
    await beforeNext(client.url, idle + 1, failure, options.signal);
  }
}

type Opened = Followed | { readonly failure: TransportFailure } | { readonly over: boolean };

/** One stream to its end. Where it ends without saying how the run ended, the list of events says whether there is more to come. */
async function* openOnce(client: TurnpikeClient, runId: string, start: number, signal: AbortSignal | undefined): AsyncGenerator<Opened> {
  let after = start;
  try {
    for await (const next of client.stream(runId, after, signal)) {
      if (next.ok) after = next.event.sequence;
      yield next;
    }
    const { envelope } = await callSafely(client, runsEvents, { run_id: runId, after }, signal ? { signal } : {});
    if (!envelope.ok) return yield { ok: false, error: envelope.error };
    for (const event of envelope.data.items) yield { ok: true, event };
    yield { over: envelope.data.over };
  } catch (error) {
    if (!(error instanceof TransportFailure)) throw error;
    yield { failure: error };
  }
}

/** Waits before the stream is opened again, or throws what ended it for good. */
async function beforeNext(url: string, idle: number, failure: TransportFailure | null, signal: AbortSignal | undefined): Promise<void> {
  const failed = failure ?? new TransportFailure({ kind: 'unreachable', url, why: 'the stream ends again and again before the run does' });
  const next = { attempt: idle + 1, attempts: SDK_LIMITS.streamReopens, repeatable: true, jitter: Math.random() };
  const wait = pauseBefore(next, { failed });
  if (wait === null) throw failed.withRepeat({ safe: true, idempotencyKey: null });
  await pause(wait, url, signal);
}
