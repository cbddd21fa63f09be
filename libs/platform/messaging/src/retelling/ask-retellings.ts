import { retellingRequested, type Topic } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import type { Database } from '@turnpike/platform-persistence';
import type { Outbox } from '../outbox.js';
import { on, type Consumer } from '../subscription.js';
import { done } from '../verdict.js';
import { markerOf } from './marker.js';

interface Ask {
  readonly topic: Topic;
  readonly subscriber: string;
}

const ASK = `insert into retelling_asks (topic, subscriber, request_id) values ($1, $2, $3) on conflict do nothing returning request_id`;
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

  async ask(): Promise<void> {
    for (const { topic, subscriber } of this.asks) {
      await this.database.tx(async (tx) => {
        const request_id = newId('rtl');
        const asked = await tx.query(ASK, [topic, subscriber, request_id]);
        if (asked.length === 0) return;
        const data = { topic, subscriber, request_id, workspace_id: null };
        await this.outbox.append(tx, retellingRequested, topic, data, { actor: 'system', correlation_id: request_id });
      });
    }
  }

  get told(): boolean {
    return this.allTold;
  }

  /** Looks whether every ask was answered: maybe to another replica. */
  async look(): Promise<boolean> {
    if (this.allTold) return false;
    const values = [this.asks.map(({ topic }) => topic), this.asks.map(({ subscriber }) => subscriber)];
    const [row] = await this.database.query<{ asks: number }>(UNTOLD, values);
    this.allTold = row?.asks === 0;
    return false;
  }
}
