import { retellingRequested, type Topic } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { Database } from '@turnpike/platform-persistence';
import type { Outbox } from '../outbox.js';
import { on, type Consumer } from '../subscription.js';
import { done } from '../verdict.js';
import { markerOf } from './marker.js';

/** An ask that nobody answered for so long is told again: there may have been no owner on the bus yet. */
export const ASK_AGAIN_MS = 30_000;

interface Ask {
  readonly topic: Topic;
  readonly subscriber: string;
}

const ASK = `insert into retelling_asks (topic, subscriber, request_id) values ($1, $2, $3) on conflict do nothing returning request_id`;
const ASK_AGAIN = `update retelling_asks set asked_at = clock_timestamp()
  where topic = $1 and subscriber = $2 and told_at is null and asked_at < clock_timestamp() - $3 * interval '1 ms' returning request_id`;
const TOLD = `update retelling_asks set told_at = clock_timestamp() where request_id = $1 and told_at is null`;
const UNTOLD = `select count(*)::int as asks from retelling_asks where told_at is null and (topic, subscriber) in
  (select * from unnest($1::text[], $2::text[]))`;

/** Asks owners to tell their rows again, once in the life of this database, and knows whether they have. */
export class Asker {
  private readonly asks: Ask[] = [];
  private allTold = false;

  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  add(topic: Topic, subscriber: string): void {
    markerOf(topic);
    this.asks.push({ topic, subscriber });
  }

  /**
   * The consumer, hearing its markers too: only in its own group does a marker come after the facts it ends.
   * `told` is called when one came.
   */
  withMarkers(consumer: Consumer, told: () => void): Consumer {
    const markers = this.asks
      .filter(({ subscriber }) => subscriber === consumer.name)
      .map(({ topic }) =>
        on(markerOf(topic), async (tx, { data }) => {
          await tx.query(TOLD, [data.request_id]);
          tx.onCommit(told);
          return done;
        }),
      );
    return markers.length === 0 ? consumer : { ...consumer, subscriptions: [...consumer.subscriptions, ...markers] };
  }

  /** Throws when an ask names a consumer that is not there: it would never be ready. */
  check(consumers: readonly Consumer[]): void {
    for (const { topic, subscriber } of this.asks) {
      const consumer = consumers.find(({ name }) => name === subscriber);
      if (!consumer?.subscriptions.some(({ event }) => event.topic === topic)) {
        throw new Error(`no consumer ${subscriber} handles events of topic ${topic}`);
      }
    }
  }

  /** Asks what this database has never asked. */
  async ask(): Promise<void> {
    for (const ask of this.asks) await this.request(ask, ASK, [ask.topic, ask.subscriber, newId('rtl')]);
  }

  /** Writes the request if the statement answers the id to ask by. An owner that is still telling under that id goes on with it. */
  private request({ topic, subscriber }: Ask, statement: string, values: readonly unknown[]): Promise<void> {
    return this.database.tx(async (tx) => {
      const [asked] = await tx.query<{ request_id: string }>(statement, values);
      if (!asked) return;
      const data = { topic, subscriber, request_id: asked.request_id, workspace_id: null };
      await this.outbox.append(tx, retellingRequested, topic, data, { actor: 'system', correlation_id: asked.request_id });
    });
  }

  get told(): boolean {
    return this.allTold;
  }

  /** Looks whether every ask was answered, maybe to another replica, and asks again what was not for long. */
  async look(): Promise<boolean> {
    if (this.allTold) return false;
    const values = [this.asks.map(({ topic }) => topic), this.asks.map(({ subscriber }) => subscriber)];
    const [row] = await this.database.query<{ asks: number }>(UNTOLD, values);
    this.allTold = row?.asks === 0;
    if (this.allTold) return false;
    for (const ask of this.asks) await this.request(ask, ASK_AGAIN, [ask.topic, ask.subscriber, ASK_AGAIN_MS]);
    return false;
  }
}
