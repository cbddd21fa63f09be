import type { Database } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { EventTransport } from '../event-transport.js';
import { Loop } from '../loop.js';
import { within } from '../within.js';
import { OutboxStore, type KeyPlace, type OutboxRow, type Places } from './outbox.store.js';
import { pauseAfter, RELAY_LIMITS } from './relay-limits.js';
import { sendKey } from './send-key.js';

export interface RelayOptions {
  readonly database: Database;
  readonly transport: EventTransport;
  readonly logger: Logger;
}

const START: KeyPlace = { topic: '', key: '' };
/** Failing keys whose pauses are remembered; beyond them all start anew. */
const REMEMBERED = 10_000;

function byKey(rows: readonly OutboxRow[]): Map<string, OutboxRow[]> {
  const keys = new Map<string, OutboxRow[]>();
  for (const row of rows) {
    const name = `${row.topic}\n${row.key}`;
    const ofKey = keys.get(name);
    if (ofKey) ofKey.push(row);
    else keys.set(name, [row]);
  }
  return keys;
}

/**
 * Brings a service's outbox to the bus: in order within a key, several keys at once, each row until it is acknowledged. Several
 * relays on one outbox are harmless: a key is claimed in the database, and a claim that is not renewed runs out.
 */
export class Relay {
  private readonly store: OutboxStore;
  private readonly loop: Loop;
  private readonly sending = new Map<string, readonly OutboxRow[]>();
  private readonly work = new Set<Promise<void>>();
  private readonly failures = new Map<string, number>();
  private readonly sent: number[] = [];
  private after: KeyPlace = START;
  private oddByAge = false;
  private steppedAt = -Infinity;
  private refusedInRow = 0;
  private askAt = -Infinity;
  private halted = true;
  private renewal: NodeJS.Timeout | undefined;

  constructor(private readonly options: RelayOptions) {
    this.store = new OutboxStore(options.database);
    this.loop = new Loop({
      name: 'relay',
      everyMs: RELAY_LIMITS.pollMs,
      longestPauseMs: RELAY_LIMITS.longestPauseMs,
      logger: options.logger,
      step: () => this.step(),
    });
  }

  start(): void {
    this.halted = false;
    this.renewal = setInterval(() => void this.renew(), RELAY_LIMITS.renewMs);
    this.renewal.unref();
    this.loop.start();
  }

  /** A row was committed: look now rather than at the next poll. */
  wake(): void {
    if (!this.halted) this.loop.wake();
  }

  /** Starts no further row; resolves when those being sent are done, or after 5 s. */
  async pause(): Promise<void> {
    this.halted = true;
    await within(RELAY_LIMITS.stopMs, Promise.all(this.work));
  }

  resume(): void {
    this.halted = false;
    this.loop.wake();
  }

  /** Lets what is being sent finish within 5 s and marks it. What is not marked is sent again by the next relay. */
  async stop(): Promise<void> {
    if (!this.halted) await this.pause();
    clearInterval(this.renewal);
    await this.loop.stop();
    await this.store.step(this.sent.splice(0), { byAge: 0, byWalk: 0, after: START });
  }

  /** True when there may be more to claim at once. */
  private async step(): Promise<boolean> {
    const free = this.halted ? 0 : this.freePlaces();
    if (this.tooSmall(free)) return false;
    this.steppedAt = performance.now();
    const sent = this.sent.splice(0);
    let rows: readonly OutboxRow[];
    try {
      rows = await this.store.step(sent, this.places(free));
    } catch (error) {
      this.sent.unshift(...sent);
      throw error;
    }
    const began = this.after;
    const keys = byKey(rows);
    const full = keys.size === free;
    this.after = full ? (rows.findLast(({ walked }) => walked) ?? began) : START;
    for (const [name, ofKey] of keys) this.begin(name, ofKey);
    return full || began !== START;
  }

  private freePlaces(): number {
    if (this.refusedInRow < RELAY_LIMITS.refusedInRow) return RELAY_LIMITS.keys - this.sending.size;
    return this.sending.size === 0 && performance.now() >= this.askAt ? 1 : 0;
  }

  /** A bus that is away would otherwise be tried with every key, and every key be written to. */
  private noteRefusal(pause: number): void {
    this.refusedInRow += 1;
    this.askAt = performance.now() + Math.min(pause, RELAY_LIMITS.askMs);
  }

  /** What is under way wakes it again when it is done; at the latest the poll does. */
  private tooSmall(free: number): boolean {
    if (this.sent.length === 0 && free <= 0) return true;
    const { smallStep, smallStepMs } = RELAY_LIMITS;
    return free < smallStep && this.sent.length < smallStep && performance.now() - this.steppedAt < smallStepMs;
  }

  /** Half of what is free by age; of one place, now this and now that. */
  private places(free: number): Places {
    this.oddByAge = !this.oddByAge;
    const byAge = this.oddByAge ? Math.ceil(free / 2) : Math.floor(free / 2);
    return { byAge, byWalk: free - byAge, after: this.after };
  }

  private begin(name: string, rows: readonly OutboxRow[]): void {
    const work = this.send(name, rows)
      .catch((error: unknown) => this.options.logger.error({ err: error, key: name }, 'the claim of a key could not be given back'))
      .finally(() => {
        this.work.delete(work);
        this.wake();
      });
    this.work.add(work);
  }

  private async send(name: string, rows: readonly OutboxRow[]): Promise<void> {
    this.sending.set(name, rows);
    const outcome = await sendKey(this.options.transport, {
      rows,
      sent: (row) => {
        this.sent.push(row.position);
        this.refusedInRow = 0;
      },
      halted: () => this.halted,
    });
    this.sending.delete(name);
    if (outcome.left.length === 0) return void this.failures.delete(name);
    await this.store.hold(
      outcome.left.map((row) => row.position),
      outcome.failed ? this.pauseOf(name, outcome.cause) : 0,
    );
  }

  private pauseOf(name: string, cause: unknown): number {
    if (this.failures.size >= REMEMBERED) this.failures.clear();
    const failures = (this.failures.get(name) ?? 0) + 1;
    this.failures.set(name, failures);
    const pause = pauseAfter(failures, Math.random);
    this.noteRefusal(pause);
    this.options.logger.warn({ err: cause, key: name, failures, pause_ms: pause }, 'the bus did not take an event');
    return pause;
  }

  private async renew(): Promise<void> {
    const positions = [...this.sending.values()].flat().map((row) => row.position);
    if (positions.length === 0) return;
    try {
      await this.store.hold(positions, RELAY_LIMITS.leaseMs);
    } catch (error) {
      this.options.logger.warn({ err: error }, 'claims could not be renewed'); // at worst another relay sends them too
    }
  }
}
