import type { Logger } from '@turnpike/platform-telemetry';
import type { TurnStore } from './turn.store.js';

const EVERY_MS = 60_000;
/** At a thousand each, more than can be minted meanwhile; the next minute goes on. */
export const MOST_BATCHES = 100;

/** Clears old turns away in small batches, each minute. */
export function purgeTurns(turns: Pick<TurnStore, 'purge'>, logger: Logger): { stop(): void } {
  let busy = false;
  let stopped = false;
  const clear = async (): Promise<void> => {
    for (let more = true, batch = 0; more && batch < MOST_BATCHES && !stopped; batch += 1) more = await turns.purge();
  };
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    clear()
      .catch((error: unknown) => logger.warn({ err: error }, 'old turns could not be cleared'))
      .finally(() => (busy = false));
  }, EVERY_MS);
  timer.unref();
  return {
    stop: () => {
      stopped = true;
      clearInterval(timer);
    },
  };
}
