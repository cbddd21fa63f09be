let last: Promise<unknown> = Promise.resolve();

/**
 * Runs one at a time in the whole process. A message with an attempt that never finished may be what killed the process: tried
 * alone among its like, it kills no message's chances but its own.
 */
export function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const turn = last.then(work);
  last = turn.catch(() => undefined);
  return turn;
}
