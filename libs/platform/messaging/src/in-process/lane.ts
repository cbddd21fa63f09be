import type { DeliveredRecord } from '../event-transport.js';

/** One record for one group, and how its publisher learns of it. */
export interface Delivery {
  readonly record: DeliveredRecord;
  readonly settle: () => void;
  readonly refuse: (reason: Error) => void;
  /** Times that the handler threw. */
  throws: number;
  /** With its handler at this moment. */
  working: boolean;
}

/** The records of one (topic, key) for one group, in order. Only the first may be at work. */
export class Lane {
  private readonly queue: Delivery[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(readonly name: string) {}

  /** True when the lane was empty, and so has to be scheduled. */
  add(delivery: Delivery): boolean {
    return this.queue.push(delivery) === 1;
  }

  get first(): Delivery | undefined {
    return this.queue[0];
  }

  get length(): number {
    return this.queue.length;
  }

  dropFirst(): void {
    this.queue.shift();
  }

  /** Holds the whole lane back: a later record of the key never passes one that waits. */
  wait(ms: number, then: () => void): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      then();
    }, ms);
  }

  /** Empties the lane, and says what was in it and is not at work: what is settles itself. */
  clear(): readonly Delivery[] {
    clearTimeout(this.timer);
    return this.queue.splice(0).filter((delivery) => !delivery.working);
  }
}
