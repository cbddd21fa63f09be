import type { Logger } from '@turnpike/platform-telemetry';
import type { EventRecord, EventSubscription, EventTransport, SubscribeOptions } from '../event-transport.js';
import { TransportUnavailable } from '../transport-unavailable.js';
import { within } from '../within.js';
import { deliverFaultily, type TransportFaults } from './faults.js';
import { Group, type Member } from './group.js';
import { TRANSPORT_LIMITS } from './transport-limits.js';

export interface InProcessTransportOptions {
  /** True: open from the first moment (a service tested alone). False, the default: `open()` is called when all have subscribed. */
  readonly open?: boolean;
  /** Hears of a bus that is published to and was not opened within 10 s. */
  readonly logger?: Logger;
  /** For tests only. */
  readonly faults?: TransportFaults;
}

/**
 * The bus of the embedded form. It stores nothing: a publish resolves only when every group has settled the record, so until then
 * its row stays unsent in the publisher's outbox, and a process that dies sends it again. A durable group that has left is
 * remembered: what it should hear is refused until it is back.
 */
export class InProcessTransport implements EventTransport {
  private readonly groups = new Map<string, Group>();
  private readonly held = new Set<Promise<void>>();
  private readonly opening: Promise<void>;
  private letIn: () => void = () => undefined;
  private opened = false;
  private complained = false;
  private closed = false;
  private faults: TransportFaults | undefined;
  private readonly logger: Logger | undefined;

  constructor(options: InProcessTransportOptions = {}) {
    this.opening = new Promise((resolve) => (this.letIn = resolve));
    this.faults = options.faults;
    this.logger = options.logger;
    if (options.open) this.open();
  }

  /**
   * Call once, when every service has started: what is published before waits, since a group that has not subscribed yet
   * would never get it.
   */
  open(): void {
    this.opened = true;
    this.letIn();
  }

  /** Changes the faults from the next record on; none when absent. */
  misbehave(faults?: TransportFaults): void {
    this.faults = faults;
  }

  /** Resolves when nothing is held back by a fault. */
  async calm(): Promise<void> {
    while (this.held.size > 0) await Promise.all(this.held);
  }

  async publish(record: EventRecord): Promise<void> {
    if (!this.opened) await this.untilOpen();
    if (this.closed) throw new TransportUnavailable('the bus is closed');
    const hearing = [...this.groups.values()].filter((group) => group.hears(record.topic));
    // All are waited for, also when one fails: a second sending while the first is still at work would run beside it.
    const results = await Promise.allSettled(hearing.map((group) => this.deliver(group, record)));
    const failed = results.find((result) => result.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private async untilOpen(): Promise<void> {
    if (await within(TRANSPORT_LIMITS.openWaitMs, this.opening)) return;
    if (!this.complained) this.logger?.error({}, 'events wait, since the bus was not opened: call open() when all services have started');
    this.complained = true;
    throw new TransportUnavailable('the bus was not opened');
  }

  private deliver(group: Group, record: EventRecord): Promise<void> {
    const deliver = (): Promise<void> => group.deliver(record);
    return this.faults ? deliverFaultily(this.faults, deliver, this.held) : deliver();
  }

  async subscribe(options: SubscribeOptions): Promise<EventSubscription> {
    const group = this.groups.get(options.group) ?? new Group(options.group, options.durable, options.keysAtOnce);
    this.groups.set(options.group, group);
    const member: Member = { handler: options.handler, topics: options.topics, running: new Set() };
    group.join(member);
    return { close: () => this.leave(group, member) };
  }

  private async leave(group: Group, member: Member): Promise<void> {
    group.leave(member);
    if (group.away && !group.durable) this.groups.delete(group.name);
    await within(TRANSPORT_LIMITS.closeWaitMs, Promise.all(member.running));
  }

  /** Refuses all further publishing. Subscriptions are closed by those who hold them. */
  async close(): Promise<void> {
    this.closed = true;
    this.open();
    await this.calm();
  }
}
