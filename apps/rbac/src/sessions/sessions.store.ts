import { Injectable } from '@nestjs/common';
import { LIMITS } from '@turnpike/contracts';
import type { Transaction } from '@turnpike/platform-persistence';

/** Sessions: the SHA-256 of the bearer token, never the token. Ending one takes its exclusive lock; `authorize` shares it. */
@Injectable()
export class SessionsStore {
  async add(tx: Transaction, session: { sessionId: string; userId: string; hash: Buffer }, now: number): Promise<void> {
    await tx.query(
      `insert into sessions (session_id, user_id, hash, signed_in_at, last_seen_at, expires_at) values ($1, $2, $3, $4, $4, $5)`,
      [session.sessionId, session.userId, session.hash, new Date(now), new Date(now + LIMITS.sessionMs)],
    );
  }

  /** Sessions of this user past the newest `keep`, oldest last. */
  async beyond(tx: Transaction, userId: string, keep: number, now: number): Promise<string[]> {
    const rows = await tx.query<{ session_id: string }>(
      `select session_id from sessions where user_id = $1 and ended_at is null and expires_at > $2
       order by signed_in_at desc, session_id desc offset $3`,
      [userId, new Date(now), keep],
    );
    return rows.map(({ session_id }) => session_id);
  }

  /** Ends it and answers the version of that; null where it had ended already or is not this user's. */
  async end(tx: Transaction, sessionId: string, userId: string, now: number): Promise<number | null> {
    await tx.query(`select pg_advisory_xact_lock(lock_key('credential:' || $1::text))`, [sessionId]);
    const [row] = await tx.query<{ version: number }>(
      `update sessions set ended_at = $3, version = next_version()
       where session_id = $1 and user_id = $2 and ended_at is null returning version`,
      [sessionId, userId, new Date(now)],
    );
    return row?.version ?? null;
  }
}
