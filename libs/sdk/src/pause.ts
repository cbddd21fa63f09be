import { TransportFailure } from './transport-failure.js';

/** Waits, or throws `aborted` as soon as the signal says so. */
export function pause(ms: number, url: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const give = () => {
      clearTimeout(timer);
      reject(new TransportFailure({ kind: 'aborted', url, why: 'the call was given up' }));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', give);
      resolve();
    }, ms);
    if (signal?.aborted) give();
    else signal?.addEventListener('abort', give, { once: true });
  });
}
