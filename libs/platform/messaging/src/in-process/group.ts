import type { Topic } from '@turnpike/contracts';
import type { DeliveredRecord, SubscribeOptions } from '../event-transport.js';
import { TransportUnavailable } from '../transport-unavailable.js';
import { Lane, type Delivery } from './lane.js';
import { TRANSPORT_LIMITS } from './transport-limits.js';

type Handler = SubscribeOptions['handler'];

type Outcome =
  | { readonly end: 'settled' }
  | { readonly end: 'again'; readonly after: number; readonly cause: unknown }
  | { readonly end: 'refused'; readonly cause: unknown };

/** One member of a group: what it handles now is waited for when it leaves. */
export interface Member {
  readonly handler: Handler;
  readonly topics: readonly Topic[];
  readonly running: Set<Promise<void>>;
}

/** A group's lanes, and who works on them. Outlives its members when it is durable: what comes meanwhile is refused, so sent again. */
export class Group {
  private readonly members: Member[] = [];
  private readonly lanes = new Map<string, Lane>();
  private readonly due: Lane[] = [];
  private readonly topics = new Set<Topic>();
  private running = 0;
  private queued = 0;
  private turn = 0;

  constructor(
    readonly name: string,
    readonly durable: boolean,
    private readonly keysAtOnce: number = TRANSPORT_LIMITS.keysAtOnce,
  ) {}

  hears(topic: Topic): boolean {
    return this.topics.has(topic);
  }

  get away(): boolean {
    return this.members.length === 0;
  }

  join(member: Member): void {
    for (const topic of member.topics) this.topics.add(topic);
    this.members.push(member);
    this.work();
  }

  /** The last member takes the lanes with it: each publisher is told at once rather than left waiting. */
  leave(member: Member): void {
    this.members.splice(this.members.indexOf(member), 1);
    if (!this.away) return;
    const left = [...this.lanes.values()].flatMap((lane) => lane.clear());
    this.lanes.clear();
    this.due.length = 0;
    this.queued = 0;
    for (const delivery of left) {
      if (this.durable) delivery.refuse(new TransportUnavailable(`group ${this.name} has left`));
      else delivery.settle();
    }
  }

  /** Resolves when the group has settled the record. */
  deliver(record: DeliveredRecord): Promise<void> {
    if (this.away) return Promise.reject(new TransportUnavailable(`group ${this.name} is away`));
    if (this.queued >= TRANSPORT_LIMITS.queued) return Promise.reject(new TransportUnavailable(`group ${this.name} is full`));
    return new Promise((settle, refuse) => {
      this.queued += 1;
      const lane = this.laneOf(record);
      if (lane.add({ record, settle, refuse, throws: 0, working: false })) this.schedule(lane);
    });
  }

  private laneOf(record: DeliveredRecord): Lane {
    const name = `${record.topic}\n${record.key}`;
    const lane = this.lanes.get(name) ?? new Lane(name);
    this.lanes.set(name, lane);
    return lane;
  }

  private schedule(lane: Lane): void {
    this.due.push(lane);
    this.work();
  }

  private work(): void {
    while (this.running < this.keysAtOnce && this.due.length > 0 && !this.away) {
      const lane = this.due.shift();
      const delivery = lane?.first;
      const member = this.members[this.turn++ % this.members.length];
      if (!lane || !delivery || !member) continue;
      this.running += 1;
      const work = this.attempt(lane, delivery, member).finally(() => {
        member.running.delete(work);
        this.running -= 1;
        this.work();
      });
      member.running.add(work);
    }
  }

  private async attempt(lane: Lane, delivery: Delivery, member: Member): Promise<void> {
    delivery.working = true;
    const outcome = await this.outcomeOf(delivery, member);
    delivery.working = false;
    const left = lane.first !== delivery; // the group was emptied while the handler ran
    if (outcome.end === 'again' && !left) return lane.wait(outcome.after, () => this.schedule(lane));
    if (outcome.end === 'settled') delivery.settle();
    else delivery.refuse(new TransportUnavailable(`group ${this.name} did not settle the record`, { cause: outcome.cause }));
    if (!left) this.advance(lane);
  }

  private async outcomeOf(delivery: Delivery, member: Member): Promise<Outcome> {
    try {
      const disposition = await member.handler(structuredClone(delivery.record));
      return disposition.settled ? { end: 'settled' } : { end: 'again', after: disposition.again_after_ms, cause: undefined };
    } catch (cause) {
      delivery.throws += 1;
      if (delivery.throws >= TRANSPORT_LIMITS.throws) return { end: 'refused', cause };
      return { end: 'again', after: TRANSPORT_LIMITS.throwPauseMs * 2 ** (delivery.throws - 1), cause };
    }
  }

  private advance(lane: Lane): void {
    lane.dropFirst();
    this.queued -= 1;
    if (lane.length > 0) this.due.push(lane);
    else this.lanes.delete(lane.name);
  }
}
