import type { Pool } from 'undici';
import type { Destination } from '../destination/read-destination.js';
import { FIXED_LIMITS } from '../limits.js';
import { pinnedPool, type PinnedPool } from './pinned-pool.js';

interface Entry {
  readonly pinned: PinnedPool;
  inFlight: number;
}

export interface Lease {
  readonly pool: Pool;
  /** Call once, when the connection is done with the request (which may be after the caller has its outcome). */
  release(): void;
}

/** Keep-alive connections by (address, host), with a bound on destinations, connections and requests in flight. */
export class DestinationPools {
  /** In order of last use, the longest unused first. */
  private readonly entries = new Map<string, Entry>();
  private inFlight = 0;
  private closed = false;

  constructor(private readonly extraRoots: readonly string[]) {}

  lease(destination: Destination, address: string): Lease | 'busy' | 'closed' {
    if (this.closed) return 'closed';
    if (this.inFlight >= FIXED_LIMITS.inFlight) return 'busy';
    const key = `${destination.origin}|${address}`;
    const entry = this.entries.get(key) ?? this.open(destination, address);
    if (entry === null || entry.inFlight >= FIXED_LIMITS.connectionsPerDestination) return 'busy';
    this.entries.delete(key);
    this.entries.set(key, entry);
    entry.inFlight += 1;
    this.inFlight += 1;
    return {
      pool: entry.pinned.pool,
      release: () => {
        entry.inFlight -= 1;
        this.inFlight -= 1;
      },
    };
  }

  /** Cuts what is under way: those calls end `unknown`, or `not_sent` when nothing was written yet. */
  async close(): Promise<void> {
    this.closed = true;
    const pools = [...this.entries.values()].map((entry) => entry.pinned);
    this.entries.clear();
    await Promise.all(pools.map((pinned) => pinned.destroy()));
  }

  private open(destination: Destination, address: string): Entry | null {
    if (this.entries.size >= FIXED_LIMITS.destinations) {
      const idle = [...this.entries].find(([, entry]) => entry.inFlight === 0);
      if (idle === undefined) return null;
      this.entries.delete(idle[0]);
      void idle[1].pinned.pool.close();
    }
    return { pinned: pinnedPool(destination, address, this.extraRoots), inFlight: 0 };
  }
}
