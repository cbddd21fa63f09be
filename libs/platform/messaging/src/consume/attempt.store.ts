import type { Database } from '@turnpike/platform-persistence';
import type { DeliveredRecord } from '../event-transport.js';
import { CONSUME_LIMITS } from './consume-limits.js';

/** A message as the tables around its effect know it. */
export interface MessageKey {
  readonly consumer: string;
  readonly eventId: string;
  readonly record: DeliveredRecord;
}

export type Beginning = {
  readonly verdict: 'seen' | 'blocked' | 'suspect' | 'exhausted' | 'go';
  /** Attempts, this one included when the verdict is `go`. */
  readonly started: number | null;
  readonly finished: number | null;
  readonly cause: string | null;
};

/** All by primary key or `dead_letters_open`. */
const BEGIN = {
  name: 'messaging-begin',
  text: 'select verdict, started, finished, cause from begin_attempt($1, $2, $3, $4, $5, $6, $7)',
};
const BEGIN_ALL = {
  name: 'messaging-begin-all',
  text: `select verdict, started, finished, cause from unnest($2::text[], $3::text[], $4::text[]) with ordinality as m (event_id, topic, key, nth),
    lateral begin_attempt($1, m.event_id, m.topic, m.key, $5, false, $6) order by nth`,
};
const FAIL = {
  name: 'messaging-fail',
  text: 'update message_attempts set finished = finished + 1, cause = $3 where consumer = $1 and event_id = $2',
};
const GIVE_BACK = {
  name: 'messaging-give-back',
  text: 'update message_attempts set started = started - 1 where consumer = $1 and event_id = $2 and started > finished',
};
const WAIT = { name: 'messaging-wait', text: 'select wait_behind($1, $2, $3, $4, $5) as waits' };
const PARK = { name: 'messaging-park', text: 'select park_message($1, $2, $3, $4, $5, $6, $7)' };

/** PostgreSQL's jsonb cannot hold what is not JSON; such a record is kept as its text. */
function asJson(event: unknown): string {
  try {
    return JSON.stringify(event) ?? 'null';
  } catch {
    return JSON.stringify(String(event));
  }
}

/** Attempts at messages, and the messages given up on. */
export class AttemptStore {
  constructor(private readonly database: Database) {}

  async begin(message: MessageKey, commutative: boolean, alone: boolean): Promise<Beginning> {
    const { consumer, eventId, record } = message;
    const values = [consumer, eventId, record.topic, record.key, commutative, alone, CONSUME_LIMITS.attempts];
    const [beginning] = await this.database.query<Beginning>(BEGIN, values);
    if (!beginning) throw new Error('begin_attempt answers one row');
    return beginning;
  }

  /** The same for messages of one consumer, in their order. A message that is among them twice is begun once, and then a suspect. */
  async beginAll(messages: readonly MessageKey[], commutative: boolean): Promise<readonly Beginning[]> {
    const column = (of: (message: MessageKey) => string): string[] => messages.map(of);
    return this.database.query<Beginning>(BEGIN_ALL, [
      messages[0]?.consumer,
      column(({ eventId }) => eventId),
      column(({ record }) => record.topic),
      column(({ record }) => record.key),
      commutative,
      CONSUME_LIMITS.attempts,
    ]);
  }

  async fail(message: MessageKey, cause: string): Promise<void> {
    await this.database.query(FAIL, [message.consumer, message.eventId, cause]);
  }

  /** The attempt does not count: it was the database that failed. */
  async giveBack(message: MessageKey): Promise<void> {
    await this.database.query(GIVE_BACK, [message.consumer, message.eventId]);
  }

  /** True when the message now waits behind a parked one; false when there is none any more. */
  async waitBehind({ consumer, eventId, record }: MessageKey): Promise<boolean> {
    const values = [consumer, eventId, record.topic, record.key, asJson(record.event)];
    const [row] = await this.database.query<{ waits: boolean }>(WAIT, values);
    return row?.waits ?? false;
  }

  async park({ consumer, eventId, record }: MessageKey, cause: string, attempts: number): Promise<void> {
    await this.database.query(PARK, [consumer, eventId, record.topic, record.key, asJson(record.event), cause, attempts]);
  }
}
