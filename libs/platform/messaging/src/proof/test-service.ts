import { systemClock } from '@turnpike/kernel';
import { baseMigration, type Database, type Migration, type Transaction } from '@turnpike/platform-persistence';
import { freshDatabase, type FreshDatabase } from '@turnpike/testing';
import type { EventTransport } from '../event-transport.js';
import { MessagingRuntime } from '../messaging-runtime.js';
import { messagingMigrations } from '../migrations.js';
import { on, type Consumer } from '../subscription.js';
import { done, type Verdict } from '../verdict.js';
import { keptLog } from './kept-log.js';
import { sampleTold } from './sample-event.js';

/** `effects` has one row per handled message, in the order of handling; nothing keeps it from holding one twice. */
const EFFECTS: Migration = {
  id: '0001-effects',
  sql: 'create table effects (nth bigint generated always as identity, consumer text, key text, n int)',
};

export const serviceDatabase = (name: string): Promise<FreshDatabase> =>
  freshDatabase([baseMigration, ...messagingMigrations, EFFECTS], name);

export function serviceOn(
  database: Database,
  transport: EventTransport,
  service = 'registry',
  logger = keptLog().logger,
): MessagingRuntime {
  return new MessagingRuntime({ service, database, transport, logger, clock: systemClock, topics: ['catalog'] });
}

/** Tells sample `n` of a key in a transaction of its own. */
export const tell = (database: Database, runtime: MessagingRuntime, key: string, n: number): Promise<void> =>
  database.tx((tx) => runtime.outbox.append(tx, sampleTold, key, { n }, { actor: 'system', correlation_id: 'req_1' }));

export const recordEffect = (tx: Transaction, consumer: string, key: string, n: number): Promise<unknown> =>
  tx.query('insert into effects (consumer, key, n) values ($1, $2, $3)', [consumer, key, n]);

export interface SampleConsumer {
  readonly name?: string;
  readonly commutative?: boolean;
  readonly together?: number;
  /** Runs after the effect was written: what it answers is the verdict. */
  readonly then?: (n: number, key: string) => Promise<Verdict | void>;
}

/** Writes an effect for each sample. */
export const sampleConsumer = ({ name = 'index.samples', commutative = false, together, then }: SampleConsumer = {}): Consumer => ({
  name,
  commutative,
  ...(together !== undefined && { together }),
  subscriptions: [
    on(sampleTold, async (tx, { data, envelope }) => {
      await recordEffect(tx, name, envelope.subject, data.n);
      return (await then?.(data.n, envelope.subject)) ?? done;
    }),
  ],
});

/** The effects of a consumer in the order of their commits' writing, as `key:n`. */
export async function effectsOf(database: Database, consumer = 'index.samples'): Promise<string[]> {
  const rows = await database.query<{ key: string; n: number }>('select key, n from effects where consumer = $1 order by nth', [consumer]);
  return rows.map(({ key, n }) => `${key}:${n}`);
}

export async function countOf(database: Database, table: string, where = 'true'): Promise<number> {
  const [row] = await database.query<{ rows: number }>(`select count(*)::int as rows from ${table} where ${where}`);
  return row?.rows ?? 0;
}
