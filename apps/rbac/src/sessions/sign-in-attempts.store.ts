import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { countAttempt, waitBeforeSignIn } from '@turnpike/domain-access';
import type { Clock } from '@turnpike/kernel';
import { Database, type Transaction } from '@turnpike/platform-persistence';

const BUCKET_HEX = 5;

/** 2^20 buckets a kind: the table cannot outgrow them, and two names share one only by a chance of one in a million. */
const bucketOf = (kind: 'email' | 'code', what: string): string =>
  `${kind}:${createHash('sha256').update(what).digest('hex').slice(0, BUCKET_HEX)}`;

/** Counts sign-in tries by email and by code, in the database, so that a restart or a second replica forgets nothing. */
@Injectable()
export class SignInAttemptsStore {
  constructor(
    private readonly database: Database,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  /** Counts one try before anything is compared. Answers the milliseconds to wait, 0 when the try may go on. */
  count(kind: 'email' | 'code', what: string): Promise<number> {
    return this.database.tx(async (tx) => {
      const now = this.clock.now();
      const bucket = bucketOf(kind, what);
      await tx.query('insert into sign_in_attempts (bucket, tries, window_start) values ($1, 0, $2) on conflict (bucket) do nothing', [
        bucket,
        new Date(now),
      ]);
      const [row] = await tx.query<{ tries: number; window_start: Date }>(
        'select tries, window_start from sign_in_attempts where bucket = $1 for update',
        [bucket],
      );
      const attempts = countAttempt({ count: row!.tries, windowStart: row!.window_start.getTime() }, now);
      await tx.query('update sign_in_attempts set tries = $2, window_start = $3 where bucket = $1', [
        bucket,
        attempts.count,
        new Date(attempts.windowStart),
      ]);
      return waitBeforeSignIn(attempts, now);
    });
  }

  /** After a success. Sets to zero and does not delete: a try that is being counted may wait for this row. */
  async forget(tx: Transaction, kind: 'email' | 'code', what: string): Promise<void> {
    await tx.query('update sign_in_attempts set tries = 0 where bucket = $1', [bucketOf(kind, what)]);
  }
}
