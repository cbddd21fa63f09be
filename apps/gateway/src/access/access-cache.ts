import { accessHeartbeat, credentialRevoked, principalChanged, type Authenticated } from '@turnpike/contracts';
import { sha256Hex, type Clock } from '@turnpike/kernel';
import { watch, watchFor, type EventSubscription, type EventTransport } from '@turnpike/platform-messaging';
import type { Logger } from '@turnpike/platform-telemetry';
import { LRUCache } from 'lru-cache';

const MOST_ENTRIES = 10_000;
/** A gateway that has heard no heartbeat for this long asks rbac on every request. */
const SILENCE_MS = 3_000;

/**
 * Who presents which credential, as rbac answered. Subscribed before it is filled; an entry goes when rbac tells that its principal
 * or credential changed, and nothing is answered from here while rbac is silent.
 */
export class AccessCache {
  private readonly entries = new LRUCache<string, Authenticated>({ max: MOST_ENTRIES });
  /** The newest access version told of a principal: an answer that set out earlier must not be kept. */
  private readonly told = new LRUCache<string, number>({ max: MOST_ENTRIES });
  private readonly revoked = new LRUCache<string, true>({ max: MOST_ENTRIES });
  private lastHeartbeat = 0;

  constructor(private readonly clock: Clock) {}

  async subscribe(transport: EventTransport, group: string, logger: Logger): Promise<EventSubscription> {
    return watch({
      transport,
      group,
      logger,
      topics: ['access'],
      on: [
        watchFor(accessHeartbeat, () => void (this.lastHeartbeat = this.clock.now())),
        watchFor(principalChanged, ({ data }) => this.forgetPrincipal(data.workspace_id, data.principal_id, data.version)),
        watchFor(credentialRevoked, ({ data }) => this.forgetCredential(data.credential_id)),
      ],
    });
  }

  /** The kept answer, or null when there is none that may be trusted. */
  find(credential: string, workspaceId: string | null): Authenticated | null {
    const now = this.clock.now();
    if (now - this.lastHeartbeat > SILENCE_MS) return null;
    const entry = this.entries.get(keyOf(credential, workspaceId));
    if (!entry || (entry.expires_at !== null && entry.expires_at <= now)) return null;
    return entry;
  }

  keep(credential: string, workspaceId: string | null, answer: Authenticated): void {
    const told = this.told.get(principalKey(answer.workspace_id, answer.principal_id)) ?? 0;
    if (answer.version < told || this.revoked.has(answer.credential_id)) return;
    this.entries.set(keyOf(credential, workspaceId), answer);
  }

  private forgetPrincipal(workspaceId: string, principalId: string, version: number): void {
    const key = principalKey(workspaceId, principalId);
    // A late copy of an older fact must not lower what is known.
    this.told.set(key, Math.max(version, this.told.get(key) ?? 0));
    for (const [key, entry] of this.entries.entries()) {
      if (entry.principal_id === principalId && entry.workspace_id === workspaceId && entry.version < version) this.entries.delete(key);
    }
  }

  private forgetCredential(credentialId: string): void {
    this.revoked.set(credentialId, true);
    for (const [key, entry] of this.entries.entries()) if (entry.credential_id === credentialId) this.entries.delete(key);
  }
}

const keyOf = (credential: string, workspaceId: string | null): string => sha256Hex(`${workspaceId ?? ''}\n${credential}`);
const principalKey = (workspaceId: string, principalId: string): string => `${workspaceId}/${principalId}`;
