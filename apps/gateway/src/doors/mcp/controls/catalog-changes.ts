import { installChanged, packChanged } from '@turnpike/contracts';
import { sha256Hex } from '@turnpike/kernel';
import { watch, watchFor, type EventSubscription, type EventTransport } from '@turnpike/platform-messaging';
import type { Logger } from '@turnpike/platform-telemetry';

/** Many facts of one import come together: the list is read once they have paused for this long. */
const PAUSE_MS = 100;
/** A list that cannot be read now may have changed all the same: it is looked at again after this long. */
const UNREAD_MS = 1_000;

interface Watcher {
  readonly workspaceId: string;
  /** Watchers of one name have one list: it is read once for all of them. */
  readonly list: string;
  /** The list as it stands now. */
  read(): Promise<string>;
  onChange(): void;
}

/** Who listens to their list of tools. A fact is only a reason to look: nobody is told before the text itself is another. */
export class CatalogChanges {
  /** With the digest of the list as it was told: the list itself is long, and there is one for each stream. */
  private readonly watchers = new Map<Watcher, string>();
  /** Workspaces whose list may have changed; null where all may. */
  private stale: Set<string> | null = new Set();
  private timer: NodeJS.Timeout | null = null;
  private looking = false;

  subscribe(transport: EventTransport, logger: Logger): Promise<EventSubscription> {
    return watch({
      transport,
      group: 'gateway.mcp',
      logger,
      topics: ['catalog'],
      on: [watchFor(installChanged, ({ data }) => this.suspect(data.workspace_id)), watchFor(packChanged, () => this.suspect(null))],
    });
  }

  async watch(watcher: Watcher): Promise<() => void> {
    this.watchers.set(watcher, sha256Hex(await watcher.read()));
    // What changed while it was read was told to nobody yet: look once more.
    this.suspect(watcher.workspaceId);
    return () => void this.watchers.delete(watcher);
  }

  private suspect(workspaceId: string | null): void {
    if (this.watchers.size === 0) return;
    if (workspaceId === null) this.stale = null;
    else this.stale?.add(workspaceId);
    if (!this.looking) this.lookAfter(PAUSE_MS);
  }

  private lookAfter(ms: number): void {
    this.timer ??= setTimeout(() => void this.look(), ms).unref();
  }

  /** One look at a time: two could tell the same change twice. What is suspected meanwhile is looked at next. */
  private async look(): Promise<void> {
    const { stale } = this;
    [this.stale, this.timer, this.looking] = [new Set(), null, true];
    const lists = new Map<string, Promise<string | null>>();
    let unread = false;
    for (const watcher of [...this.watchers.keys()]) {
      if (stale !== null && !stale.has(watcher.workspaceId)) continue;
      const reading = lists.get(watcher.list) ?? watcher.read().then(sha256Hex, () => null);
      lists.set(watcher.list, reading);
      const now = await reading;
      const before = this.watchers.get(watcher);
      if (before === undefined || now === before) continue;
      if (now === null) {
        unread = true;
        this.stale?.add(watcher.workspaceId);
        continue;
      }
      this.watchers.set(watcher, now);
      watcher.onChange();
    }
    this.looking = false;
    if (this.stale === null || this.stale.size > 0) this.lookAfter(unread ? UNREAD_MS : PAUSE_MS);
  }
}
