const FIRST_MS = 400;
const EVERY_MS = 200;

/**
 * Says on the terminal that something still goes on, and for how long, once it has taken 0.4 s; wiped when it ends. Silent where nobody
 * watches: in a pipe, in CI, with --json or --quiet.
 */
export async function withProgress<T>(label: string, { json, quiet }: { json: boolean; quiet: boolean }, work: Promise<T>): Promise<T> {
  if (json || quiet || !process.stderr.isTTY) return work;
  const begun = Date.now();
  const show = (): void => {
    const seconds = (Date.now() - begun) / 1000;
    if (seconds * 1000 >= FIRST_MS) process.stderr.write(`\r\u001b[K${label} … ${seconds.toFixed(1)} s`);
  };
  const timer = setInterval(show, EVERY_MS);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    if (Date.now() - begun >= FIRST_MS) process.stderr.write('\r\u001b[K');
  }
}
