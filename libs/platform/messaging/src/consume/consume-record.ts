import { assertNever } from '@turnpike/kernel';
import { StoreUnavailable, type Database } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { DeliveredRecord, Disposition } from '../event-transport.js';
import type { Consumer } from '../subscription.js';
import type { Verdict } from '../verdict.js';
import { AttemptStore, type Beginning, type MessageKey } from './attempt.store.js';
import { causeOf, CONSUME_LIMITS, pauseAfterAttempt } from './consume-limits.js';
import { readMessage, type Reading } from './read-message.js';
import { Gatherer } from './gather.js';
import { runEffect, runEffects } from './run-effect.js';
import { oneAtATime } from './suspects.js';

type Message = Extract<Reading, { kind: 'message' }>;

const SETTLED: Disposition = { settled: true };

/** A message and its place in the tables. */
interface Item {
  readonly key: MessageKey;
  readonly message: Message;
}

/** Handles the records of one consumer: at least once in, effect once out, and nothing a message does stops the next key. */
export class RecordConsumer {
  private readonly attempts: AttemptStore;
  private readonly gatherer: Gatherer<Item, Disposition>;

  constructor(
    private readonly database: Database,
    private readonly consumer: Consumer,
    private readonly logger: Logger,
  ) {
    this.attempts = new AttemptStore(database);
    this.gatherer = new Gatherer(consumer.together ?? 1, (items) => this.tryTogether(items));
  }

  /** Throws only when the database does not answer: nothing is known then, and the record has to come again. */
  async consume(record: DeliveredRecord): Promise<Disposition> {
    const reading = readMessage(this.consumer.subscriptions, record);
    if (reading.kind === 'ignored') return SETTLED;
    const key: MessageKey = { consumer: this.consumer.name, eventId: reading.eventId, record };
    if (reading.kind === 'unfit') return this.park(key, reading.cause, 0);
    const item = { key, message: reading };
    return this.consumer.together === undefined ? this.tryMessage(item, false) : this.gatherer.add(item);
  }

  /** Those that may be begun share a transaction; when that fails each goes on alone, one after another, under the attempt that was counted. */
  private async tryTogether(items: readonly Item[]): Promise<readonly Promise<Disposition>[]> {
    const beginnings = await this.attempts.beginAll(
      items.map(({ key }) => key),
      this.consumer.commutative,
    );
    const going = items.filter((_, index) => beginnings[index]?.verdict === 'go');
    const together = going.length > 1 && (await this.handleTogether(going));
    let turn: Promise<unknown> = Promise.resolve();
    return items.map((item, index) => {
      const beginning = beginnings[index];
      if (together && beginning?.verdict === 'go') return Promise.resolve(SETTLED);
      const disposition = turn.then(() => (beginning ? this.follow(item, beginning, false) : this.tryMessage(item, false)));
      turn = disposition.catch(() => undefined);
      return disposition;
    });
  }

  private async handleTogether(items: readonly Item[]): Promise<boolean> {
    const effects = items.map(({ key, message }) => ({ consumer: key.consumer, ...message }));
    try {
      return await runEffects(this.database, this.consumer.name, effects);
    } catch (error) {
      for (const { key } of items) await this.attempts.giveBack(key);
      throw error;
    }
  }

  private async tryMessage(item: Item, alone: boolean): Promise<Disposition> {
    return this.follow(item, await this.attempts.begin(item.key, this.consumer.commutative, alone), alone);
  }

  private async follow(item: Item, beginning: Beginning, alone: boolean): Promise<Disposition> {
    const { key, message } = item;
    switch (beginning.verdict) {
      case 'seen':
        return SETTLED;
      case 'blocked':
        return (await this.attempts.waitBehind(key)) ? SETTLED : this.tryMessage(item, alone);
      case 'suspect':
        return oneAtATime(() => this.tryMessage(item, true));
      case 'exhausted':
        return this.park(key, exhaustion(beginning), beginning.started ?? 0);
      case 'go':
        return this.attempt(key, message, beginning.started ?? 1);
      default:
        return assertNever(beginning.verdict);
    }
  }

  private async attempt(key: MessageKey, message: Message, attempt: number): Promise<Disposition> {
    let verdict: Verdict;
    try {
      verdict = await runEffect(this.database, { consumer: key.consumer, ...message });
    } catch (error) {
      if (error instanceof StoreUnavailable) {
        await this.attempts.giveBack(key);
        throw error;
      }
      return this.failed(key, attempt, causeOf(error), pauseAfterAttempt(attempt, Math.random));
    }
    switch (verdict.verdict) {
      case 'done':
        return SETTLED;
      case 'park':
        return this.park(key, verdict.reason, attempt);
      case 'retry':
        return this.failed(key, attempt, verdict.cause, verdict.after_ms);
      default:
        return assertNever(verdict);
    }
  }

  private async failed(key: MessageKey, attempt: number, cause: string, pause: number): Promise<Disposition> {
    if (attempt >= CONSUME_LIMITS.attempts) return this.park(key, cause, attempt);
    await this.attempts.fail(key, cause.slice(0, CONSUME_LIMITS.cause));
    const again = Math.min(Math.max(pause, 0), CONSUME_LIMITS.longestPauseMs);
    this.logger.warn({ ...nameOf(key), attempt, cause, again_after_ms: again }, 'a message will be tried again');
    return { settled: false, again_after_ms: again };
  }

  private async park(key: MessageKey, cause: string, attempts: number): Promise<Disposition> {
    await this.attempts.park(key, cause.slice(0, CONSUME_LIMITS.cause), attempts);
    this.logger.error({ ...nameOf(key), attempts, cause }, 'a message was parked');
    return SETTLED;
  }
}

const nameOf = ({ consumer, eventId, record }: MessageKey) => ({ consumer, event_id: eventId, topic: record.topic, key: record.key });

function exhaustion({ started, finished, cause }: Beginning): string {
  const lost = (started ?? 0) - (finished ?? 0);
  if (lost <= 0) return cause ?? '';
  return `the process ended during ${lost} of ${started} attempts${cause ? `; before that: ${cause}` : ''}`;
}
