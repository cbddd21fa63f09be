import { setTimeout as sleep } from 'node:timers/promises';

/** Repeats a check until it passes; after the given time its last failure is thrown. */
export async function eventually<T>(check: () => Promise<T> | T, { within_ms = 5_000, every_ms = 20 } = {}): Promise<T> {
  const deadline = Date.now() + within_ms;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() >= deadline) throw error;
      await sleep(every_ms);
    }
  }
}
