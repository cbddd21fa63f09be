import type { EventDefinition, Topic } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import { purge, type Database, type Retention } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { z } from 'zod';
import { RecordConsumer } from './consume/consume-record.js';
import { replayDeadLetter, type ReplayOutcome } from './dead-letters/replay-dead-letter.js';
import type { EventContext } from './event-context.js';
import type { EventSubscription, EventTransport } from './event-transport.js';
import { Loop } from './loop.js';
import { Outbox } from './outbox.js';
import { Relay } from './relay/relay.js';
import type { RetellingOwner } from './retelling-owner.js';
import { Asker } from './retelling/ask-retellings.js';
import { Teller } from './retelling/tell-retellings.js';
import type { Consumer } from './subscription.js';
import { sweep, SWEEP_LIMITS } from './sweep.js';
import { TransportUnavailable } from './transport-unavailable.js';
import { within } from './within.js';

export interface MessagingOptions {
  /** `rbac`, `registry`, …: the `source` of its events. */
  readonly service: string;
  /** Migrated, `messagingMigrations` included, before `start`. */
  readonly database: Database;
  readonly transport: EventTransport;
  readonly logger: Logger;
  readonly clock: Clock;
  /** The topics that the service may write: its own. */
  readonly topics: readonly Topic[];
  /** What of the service's own tables goes when it is old; looked at each minute, a batch at a time. */
  readonly retention?: readonly Retention[];
}

const LONGEST_PAUSE_MS = 10_000;
const LOOK_MS = 500;
const ANNOUNCE_MS = 500;
const TELL_MS = 5_000;

/** A service's side of the bus: what it tells (outbox and relay) and what it hears (consumers). */
export class MessagingRuntime {
  readonly outbox: Outbox;
  private readonly relay: Relay;
  private readonly asker: Asker;
  private readonly consumers: Consumer[] = [];
  private readonly owners: RetellingOwner[] = [];
  private subscriptions: EventSubscription[] = [];
  private loops: Loop[] = [];
  private started = false;

  constructor(private readonly options: MessagingOptions) {
    const { service, topics, clock, database, transport, logger } = options;
    const wake = (): void => this.relay.wake();
    this.outbox = new Outbox({ source: service, topics, clock, wake });
    this.relay = new Relay({ database, transport, logger });
    // Anyone may ask for a retelling, but only through `wantRetelling`.
    this.asker = new Asker(database, new Outbox({ source: service, topics: ['retellings'], clock, wake }));
  }

  /** Before `start`. */
  consume(consumer: Consumer): void {
    if (this.consumers.some(({ name }) => name === consumer.name)) throw new Error(`two consumers are named ${consumer.name}`);
    this.consumers.push(consumer);
  }

  /** Before `start`: answers requests for the retelling of a topic of its own. */
  ownRetelling(owner: RetellingOwner): void {
    this.owners.push(owner);
  }

  /** Before `start`: `subscriber` is the name of a consumer that handles events of that topic. Asked once in the life of the database. */
  wantRetelling(topic: Topic, subscriber: string): void {
    this.asker.add(topic, subscriber);
  }

  /**
   * Publishes at once and past the outbox: for what is worthless a second later (heartbeats). May be lost; rejects when the bus
   * has not taken it within 500 ms, so that a slow reader does not hold up the next.
   */
  async announce<E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>, context: EventContext): Promise<void> {
    const record = { topic: event.topic, key, event: this.outbox.envelope(event, key, data, context) };
    const taken = await within(ANNOUNCE_MS, this.options.transport.publish(record));
    if (!taken) throw new TransportUnavailable(`${event.type} was not taken within ${ANNOUNCE_MS} ms`);
  }

  /** Subscribes, asks for the retellings wanted, and starts to send. Does not wait for `ready`. */
  async start(): Promise<void> {
    this.asker.check(this.consumers);
    const { database, service } = this.options;
    const look = this.loop('the look for retellings', LOOK_MS, () => this.asker.look());
    const consumers = this.consumers.map((consumer) => this.asker.withMarkers(consumer, () => look.wake()));
    this.loops = [look, this.loop('the sweep', SWEEP_LIMITS.everyMs, () => sweep(database)), ...this.purges()];
    if (this.owners.length > 0) {
      const teller = new Teller(database, this.outbox, this.owners);
      const telling = this.loop('a retelling', TELL_MS, () => teller.step());
      this.loops.push(telling);
      consumers.push(teller.consumer(service, () => telling.wake()));
    }
    for (const consumer of consumers) this.subscriptions.push(await this.subscribe(consumer));
    await this.asker.ask();
    for (const loop of this.loops) loop.start();
    this.relay.start();
    this.started = true;
  }

  /** Takes nothing new, lets what runs finish within 5 s, and leaves the rest for the next start. */
  async stop(): Promise<void> {
    this.started = false;
    await Promise.all([this.relay.pause(), ...this.subscriptions.splice(0).map((subscription) => subscription.close())]);
    await Promise.all(this.loops.splice(0).map((loop) => loop.stop()));
    await this.relay.stop();
  }

  /** True when every consumer is subscribed and every retelling that was asked for has been told. */
  ready(): boolean {
    return this.started && this.asker.told;
  }

  /** Holds the relay ("relay stopped"): events stay in the outbox until `resumeRelay`. */
  pauseRelay(): Promise<void> {
    return this.relay.pause();
  }

  resumeRelay(): void {
    this.relay.resume();
  }

  /** Hands a dead letter of one of its consumers to it again. */
  replayDeadLetter(consumerName: string, eventId: string): Promise<ReplayOutcome> {
    const consumer = this.consumers.find(({ name }) => name === consumerName);
    if (!consumer) return Promise.resolve({ outcome: 'not_found' });
    return replayDeadLetter(
      this.options.database,
      this.asker.withMarkers(consumer, () => undefined),
      eventId,
    );
  }

  /** A loop each, so that a long purge of one table keeps no other waiting. */
  private purges(): Loop[] {
    const { database, clock, retention = [] } = this.options;
    return retention.map((each) => this.loop(`the purge of ${each.table}`, SWEEP_LIMITS.everyMs, () => purge(database, each, clock.now())));
  }

  private subscribe(consumer: Consumer): Promise<EventSubscription> {
    const records = new RecordConsumer(this.options.database, consumer, this.options.logger);
    return this.options.transport.subscribe({
      group: consumer.name,
      topics: [...new Set(consumer.subscriptions.map(({ event }) => event.topic))],
      durable: true,
      ...(consumer.together !== undefined && { keysAtOnce: consumer.together }),
      handler: (record) => records.consume(record),
    });
  }

  private loop(name: string, everyMs: number, step: () => Promise<boolean>): Loop {
    return new Loop({ name, everyMs, longestPauseMs: Math.max(everyMs, LONGEST_PAUSE_MS), logger: this.options.logger, step });
  }
}
