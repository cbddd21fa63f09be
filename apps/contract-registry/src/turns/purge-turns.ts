import type { Logger } from '@turnpike/platform-telemetry';
import type { TurnStore } from './turn.store.js';

const EVERY_MS = 60_000;

/** Clears old turns away in small batches, each minute. */
export function purgeTurns(turns: TurnStore, logger: Logger): { stop(): void } {
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    turns
      .purge()
      .catch((error: unknown) => logger.warn({ err: error }, 'old turns could not be cleared'))
      .finally(() => (busy = false));
  }, EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
