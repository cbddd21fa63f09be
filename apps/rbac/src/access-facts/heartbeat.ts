import { Inject, Injectable } from '@nestjs/common';
import { accessHeartbeat } from '@turnpike/contracts';
import { newId, type Clock } from '@turnpike/kernel';
import { MessagingRuntime } from '@turnpike/platform-messaging';

export const HEARTBEAT_MS = 1_000;
const KEY = 'heartbeat';

/**
 * Tells each second that rbac can be heard, straight to the bus: a gateway that misses three asks rbac on every request. One
 * beat at a time: while the bus does not answer, none is queued behind it.
 */
@Injectable()
export class Heartbeat {
  private timer: NodeJS.Timeout | null = null;
  private beating = false;

  constructor(
    private readonly runtime: MessagingRuntime,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  start(): void {
    void this.beat();
    this.timer = setInterval(() => void this.beat(), HEARTBEAT_MS);
    this.timer.unref();
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async beat(): Promise<void> {
    if (this.beating) return;
    this.beating = true;
    const context = { actor: 'system', correlation_id: newId('hb') };
    // A beat that is lost is what its readers are there to notice.
    await this.runtime.announce(accessHeartbeat, KEY, { at: this.clock.now() }, context).catch(() => undefined);
    this.beating = false;
  }
}
