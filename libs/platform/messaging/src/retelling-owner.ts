import type { EventDefinition, Topic } from '@turnpike/contracts';
import type { Transaction } from '@turnpike/platform-persistence';
import type { z } from 'zod';

/** Writes one current row as the ordinary fact it is, with the version the row has. */
export type TellFact = <E extends EventDefinition>(event: E, key: string, data: z.infer<E['data']>) => Promise<void>;

/** One batch of a retelling. */
export interface RetellingPage {
  /** The workspace asked for, or null for all. */
  readonly workspaceId: string | null;
  /** Where the batch before ended, or null for the first. */
  readonly after: string | null;
  /** At most this many rows. */
  readonly limit: number;
}

/** How an owner writes its current rows again. */
export interface RetellingOwner {
  /** The owner's topic. Its marker is `<topic>.retold.v1`. */
  readonly topic: Topic;
  /**
   * Reads the rows after `page.after` in a fixed order, tells each, and answers where to go on, or null when there are no more.
   * Each batch is a transaction of its own. Facts need not be frozen between batches: readers apply them by version.
   */
  readonly tell: (tx: Transaction, page: RetellingPage, write: TellFact) => Promise<string | null>;
}
