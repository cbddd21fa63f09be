import { installChanged, packChanged } from '@turnpike/contracts';
import { watch, watchFor, type EventSubscription, type EventTransport } from '@turnpike/platform-messaging';
import type { Logger } from '@turnpike/platform-telemetry';

/** Many facts of one import come together: the list is read once they have paused for this long. */
const PAUSE_MS = 100;

interface Watcher {
  readonly workspaceId: string;
  /** The list as it stands now. */
  read(): Promise<string>;
  onChange(): void;
}

/** Who listens to their list of tools. A fact is only a reason to look: nobody is told before the text itself is another. */
export class CatalogChanges {
  private readonly watchers = new Map<Watcher, string>();
  /** Workspaces whose list may have changed; null where all may. */
  private stale: Set<string> | null = new Set();
  private timer: NodeJS.Timeout | null = null;

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
    this.watchers.set(watcher, await watcher.read());
    // What changed while it was read was told to nobody yet: look once more.
    this.suspect(watcher.workspaceId);
    return () => void this.watchers.delete(watcher);
  }

  private suspect(workspaceId: string | null): void {
    if (this.watchers.size === 0) return;
    if (workspaceId === null) this.stale = null;
    else this.stale?.add(workspaceId);
    this.timer ??= setTimeout(() => void this.look(), PAUSE_MS).unref();
  }

  private async look(): Promise<void> {
    const { stale } = this;
    this.stale = new Set();
    this.timer = null;
    for (const [watcher, before] of [...this.watchers]) {
      if (stale !== null && !stale.has(watcher.workspaceId)) continue;
      const now = await watcher.read().catch(() => before);
      if (!this.watchers.has(watcher) || now === before) continue;
      this.watchers.set(watcher, now);
      watcher.onChange();
    }
  }
}
