import type { EventTransport } from '../event-transport.js';
import type { OutboxRow } from './outbox.store.js';

/** The rows of one key that a relay is sending, first to last. */
export interface KeyWork {
  readonly rows: readonly OutboxRow[];
  /** Called as soon as a row cannot be lost any more. */
  readonly sent: (row: OutboxRow) => void;
  /** True when the relay wants no further row to be started. */
  readonly halted: () => boolean;
}

export type KeyOutcome =
  | { readonly failed: false; readonly left: readonly OutboxRow[] }
  | { readonly failed: true; readonly left: readonly OutboxRow[]; readonly cause: unknown };

/** Sends the rows of one key, each after the acknowledgement of the one before: parallel sends do not keep their order. */
export async function sendKey(transport: EventTransport, work: KeyWork): Promise<KeyOutcome> {
  for (const [index, row] of work.rows.entries()) {
    if (work.halted()) return { failed: false, left: work.rows.slice(index) };
    try {
      await transport.publish({ topic: row.topic, key: row.key, event: row.event });
    } catch (cause) {
      return { failed: true, left: work.rows.slice(index), cause };
    }
    work.sent(row);
  }
  return { failed: false, left: [] };
}
