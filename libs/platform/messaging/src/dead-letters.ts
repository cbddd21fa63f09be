import type { Database } from '@turnpike/platform-persistence';

/** A message that a consumer gave up on, or that waits behind one. */
export interface DeadLetter {
  readonly consumer: string;
  readonly event_id: string;
  readonly topic: string;
  readonly key: string;
  readonly type: string;
  /** `parked`: tried and given up. `waiting`: untried, behind a parked one of its key. */
  readonly state: 'parked' | 'waiting';
  readonly cause: string;
  readonly attempts: number;
  readonly event: unknown;
  readonly parked_at: string;
}

export interface DeadLetterQuery {
  readonly consumer?: string;
  /** `next` of the page before. */
  readonly after?: string;
  /** 1 to 200, 50 when absent. */
  readonly limit?: number;
}

export declare function listDeadLetters(
  database: Database,
  query: DeadLetterQuery,
): Promise<{ readonly items: readonly DeadLetter[]; readonly next: string | null }>;
