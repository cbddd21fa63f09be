import type { EventDefinition, Topic } from '@turnpike/contracts';
import type { Clock } from '@turnpike/kernel';
import type { Database } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { z } from 'zod';
import type { EventContext } from './event-context.js';
import type { EventTransport } from './event-transport.js';
import { Outbox } from './outbox.js';
import type { RetellingOwner } from './retelling-owner.js';
import type { Consumer } from './subscription.js';

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
}

/** A service's side of the bus: what it tells (outbox and relay) and what it hears (consumers). */
export declare class MessagingRuntime {
  constructor(options: MessagingOptions);
  readonly outbox: Outbox;
  /** Before `start`. */
  consume(consumer: Consumer): void;
  /** Before `start`: answers requests for the retelling of a topic of its own. */
  ownRetelling(owner: RetellingOwner): void;
  /** Before `start`: `subscriber` is the name of a consumer of that topic. Asked once in the life of the database. */
  wantRetelling(topic: Topic, subscriber: string): void;
  /** Publishes at once and past the outbox: for what is worthless a second later (heartbeats). May be lost; rejects when the bus does not answer. */
  announce<E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>, context: EventContext): Promise<void>;
  start(): Promise<void>;
  /** Takes nothing new, lets what runs finish within 5 s, and leaves the rest for the next start. */
  stop(): Promise<void>;
  /** True when every consumer is subscribed and every retelling that was asked for has been told. */
  ready(): boolean;
  /** Holds the relay ("relay stopped"): events stay in the outbox until `resume`. */
  pauseRelay(): Promise<void>;
  resumeRelay(): void;
}
