import { Inject, Injectable } from '@nestjs/common';
import type { Clock } from '@turnpike/kernel';
import { CredentialsStore } from './credentials.store.js';

/** A credential's last use is written at most this often, however busy it is. */
export const USE_RESOLUTION_MS = 60_000;
const FLUSH_MS = 5_000;
const MOST_PENDING = 10_000;

/**
 * Remembers which credentials were used and writes it down every five seconds in two statements, off the path of the answer.
 * Past its bound it forgets: the next use of that credential notes it again.
 */
@Injectable()
export class CredentialUse {
  private readonly keys = new Set<string>();
  private readonly sessions = new Set<string>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly store: CredentialsStore,
    @Inject('CLOCK') private readonly clock: Clock,
  ) {}

  noteKey(apiKeyId: string, lastUsed: number | null): void {
    this.note(this.keys, apiKeyId, lastUsed);
  }

  noteSession(sessionId: string, lastSeen: number): void {
    this.note(this.sessions, sessionId, lastSeen);
  }

  start(): void {
    this.timer = setInterval(() => void this.flush().catch(() => undefined), FLUSH_MS);
    this.timer.unref();
  }

  /** Writes what is pending. What could not be written is forgotten: the next use notes it again. */
  async flush(): Promise<void> {
    const [keys, sessions] = [[...this.keys], [...this.sessions]];
    this.keys.clear();
    this.sessions.clear();
    await this.store.noteUse(keys, sessions, this.clock.now());
  }

  async stop(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
    await this.flush().catch(() => undefined);
  }

  private note(pending: Set<string>, id: string, last: number | null): void {
    if (last !== null && this.clock.now() - last < USE_RESOLUTION_MS) return;
    if (pending.size < MOST_PENDING) pending.add(id);
  }
}
