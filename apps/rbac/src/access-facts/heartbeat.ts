import { Inject, Injectable } from '@nestjs/common';
import { accessHeartbeat } from '@turnpike/contracts';
import { newId, type Clock } from '@turnpike/kernel';
import { MessagingRuntime } from '@turnpike/platform-messaging';
import { Database } from '@turnpike/platform-persistence';

export const HEARTBEAT_MS = 1_000;
const KEY = 'heartbeat';

// Plan: the partial index outbox_unsent, whose first row is the oldest.
const BEHIND = {
  name: 'rbac-heartbeat-behind',
  text: `select exists (select 1 from outbox where sent_at is null and created_at < now() - make_interval(secs => $1)) as behind`,
};

/**
 * Tells each second that rbac can be heard, straight to the bus: a gateway that misses three asks rbac on every request. A
 * beat says that what was committed has been told: while a fact has waited in the outbox for more than a second there is
 * none, or a gateway would trust its cache past a revocation that it cannot have heard of. One beat at a time: while the bus
 * or the database does not answer, none is queued behind it.
 */
@Injectable()
export class Heartbeat {
  private timer: NodeJS.Timeout | null = null;
  private beating = false;

  constructor(
    private readonly runtime: MessagingRuntime,
    private readonly database: Database,
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
    // A beat that is lost is what its readers are there to notice.
    await this.tell().catch(() => undefined);
    this.beating = false;
  }

  private async tell(): Promise<void> {
    const [row] = await this.database.query<{ behind: boolean }>(BEHIND, [HEARTBEAT_MS / 1000]);
    if (row?.behind !== false) return;
    const context = { actor: 'system', correlation_id: newId('hb') };
    await this.runtime.announce(accessHeartbeat, KEY, { at: this.clock.now() }, context);
  }
}
