import type { Logger } from '@turnpike/platform-telemetry';

export interface LoopOptions {
  readonly name: string;
  /** Runs at least this often. */
  readonly everyMs: number;
  /** The longest pause after steps that threw, doubled from `everyMs`. */
  readonly longestPauseMs: number;
  readonly logger: Logger;
  /** One round; true to go on at once. */
  readonly step: () => Promise<boolean>;
}

/** Runs a step again and again: when woken, when its time has come, and one at a time. A step that throws is logged and run later. */
export class Loop {
  private running: Promise<void> | undefined;
  private stopped = false;
  private woken = false;
  private letGo: () => void = () => undefined;
  private failures = 0;

  constructor(private readonly options: LoopOptions) {}

  start(): void {
    this.stopped = false;
    this.running ??= this.run();
  }

  wake(): void {
    this.woken = true;
    this.letGo();
  }

  /** Resolves when the step that runs has ended. */
  async stop(): Promise<void> {
    this.stopped = true;
    this.letGo();
    await this.running;
    this.running = undefined;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      this.woken = false;
      const more = await this.stepSafely();
      if (this.stopped || more || (this.woken && this.failures === 0)) continue;
      await this.rest();
    }
  }

  private async stepSafely(): Promise<boolean> {
    try {
      const more = await this.options.step();
      this.failures = 0;
      return more;
    } catch (error) {
      this.failures += 1;
      this.options.logger.warn({ err: error, failures: this.failures }, `${this.options.name} failed and will try again`);
      return false;
    }
  }

  /** A wake does not cut the pause after a failure short: a broken database is not asked at the pace of the commits. */
  private async rest(): Promise<void> {
    const { everyMs, longestPauseMs } = this.options;
    const ms = this.failures === 0 ? everyMs : Math.min(everyMs * 2 ** Math.min(this.failures, 10), longestPauseMs);
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.letGo = () => {
        if (this.failures > 0 && !this.stopped) return;
        clearTimeout(timer);
        resolve();
      };
    });
    this.letGo = () => undefined;
  }
}
