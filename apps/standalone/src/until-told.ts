import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@turnpike/platform-persistence';

const LONGEST_MS = 5_000;
const LOOK_MS = 20;

/** Waits, within a bound, until every service has told what it had to tell: one fact may lead to another in the next service. */
export async function untilTold(databases: readonly Database[]): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  for (let quiet = 0; quiet < 2 && Date.now() < deadline;) {
    const waiting = await Promise.all(
      databases.map((db) => db.query<{ waits: boolean }>('select exists (select 1 from outbox where sent_at is null) as waits')),
    );
    quiet = waiting.some(([row]) => row?.waits) ? 0 : quiet + 1;
    await sleep(LOOK_MS);
  }
}
