/** Waits until `holds` does, looking every 5 ms; fails after `ms` with what it was waiting for. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>, ms = 8_000): Promise<void> {
  const until = Date.now() + ms;
  while (!(await holds())) {
    if (Date.now() > until) throw new Error(`${what}: not within ${ms} ms`);
    await sleep(5);
  }
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
