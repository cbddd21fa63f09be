import type { CloudEvent, Topic } from '@turnpike/contracts';
import type { Database } from '@turnpike/platform-persistence';
import { RELAY_LIMITS } from './relay-limits.js';

/** A row that this relay has claimed. */
export type OutboxRow = {
  readonly position: number;
  readonly topic: Topic;
  readonly key: string;
  readonly event: CloudEvent;
  /** Found by the walk over the keys, not by its age. */
  readonly walked: boolean;
};

/** A key's place in the walk over the keys. */
export interface KeyPlace {
  readonly topic: string;
  readonly key: string;
}

/** Keys that may be claimed, and where the walk goes on. */
export interface Places {
  readonly byAge: number;
  readonly byWalk: number;
  readonly after: KeyPlace;
}

/** Reads the partial indexes `outbox_unsent_by_age` and `outbox_unsent_by_key`; marks by primary key. */
const STEP = {
  name: 'messaging-relay-step',
  text: `select row_position as position, row_topic as topic, row_key as key, row_event as event, row_walked as walked
    from relay_step($1::bigint[], $2, $3, $4, $5 * interval '1 ms', $6, $7) order by row_topic, row_key, row_position`,
};
const HOLD = {
  name: 'messaging-relay-hold',
  text: "update outbox set claimed_until = clock_timestamp() + $2 * interval '1 ms' where position = any($1::bigint[]) and sent_at is null",
};

/** The relay's rows. */
export class OutboxStore {
  constructor(private readonly database: Database) {}

  /**
   * Marks `sent`, and claims rows of at most `byAge` keys, the oldest, and `byWalk` keys, the next after a place. By topic and key as the
   * database orders them, then in the order of each key.
   */
  async step(sent: readonly number[], { byAge, byWalk, after }: Places): Promise<readonly OutboxRow[]> {
    const values = [sent, byAge, byWalk, RELAY_LIMITS.rowsOfKey, RELAY_LIMITS.leaseMs, after.topic, after.key];
    return this.database.query<OutboxRow>(STEP, values);
  }

  /** Keeps claims for `ms` from now: to renew them, or (with a pause) to let a key rest. */
  async hold(positions: readonly number[], ms: number): Promise<void> {
    await this.database.query(HOLD, [positions, ms]);
  }
}
