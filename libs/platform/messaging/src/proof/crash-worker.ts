// A process of its own: one service that relays and consumes, and kills itself (-9) at the k-th of its crash points, or when it
// handles what is deadly. Arguments: database URL, k (0: never), the deadly n (-1: none), how long that one takes in ms (all
// others twice that), and how many messages may share a transaction (0: none). Ends by itself when all is sent.
import { systemClock } from '@turnpike/kernel';
import { Database, type Row, type Statement, type Transaction } from '@turnpike/platform-persistence';
import type { Logger } from '@turnpike/platform-telemetry';
import type { EventRecord } from '../event-transport.js';
import { InProcessTransport } from '../in-process/in-process-transport.js';
import { MessagingRuntime } from '../messaging-runtime.js';
import { on } from '../subscription.js';
import { done } from '../verdict.js';
import { sampleTold } from './sample-event.js';

const [url = '', at = '0', deadly = '-1', takes = '0', together = '0'] = process.argv.slice(2);
const die = (): void => void process.kill(process.pid, 'SIGKILL');
let passed = 0;
/** Every statement and every hand-over has a point before and a point after it. */
const point = (): void => {
  passed += 1;
  if (passed === Number(at)) die();
};

class CrashingDatabase extends Database {
  override async query<T extends Row>(statement: Statement, values: readonly unknown[] = []): Promise<T[]> {
    point();
    const rows = await super.query<T>(statement, values);
    point();
    return rows;
  }

  override async tx<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    point();
    const value = await super.tx(async (tx) => {
      point();
      const made = await work(tx);
      point();
      return made;
    });
    point();
    return value;
  }
}

class CrashingTransport extends InProcessTransport {
  override async publish(record: EventRecord): Promise<void> {
    point();
    await super.publish(record);
    point();
  }
}

const silent = (): void => undefined;
const logger: Logger = { debug: silent, info: silent, warn: silent, error: silent, child: () => logger };

async function main(): Promise<void> {
  const database = new CrashingDatabase({ url, name: 'crash-worker' });
  let seed = Number(at) + 1;
  const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
  const transport = new CrashingTransport({ open: true, faults: { duplicate: 0.2, delay: 0.2, withinMs: 5, random } });
  const runtime = new MessagingRuntime({ service: 'registry', database, transport, logger, clock: systemClock, topics: ['catalog'] });
  runtime.consume({
    name: 'index.samples',
    commutative: false,
    ...(Number(together) > 0 && { together: Number(together) }),
    subscriptions: [
      on(sampleTold, async (tx, { data, envelope }) => {
        if (Number(takes) > 0) await new Promise((resolve) => setTimeout(resolve, Number(takes) * (data.n === Number(deadly) ? 1 : 2)));
        if (data.n === Number(deadly)) die();
        await tx.query('insert into effects (consumer, key, n) values ($1, $2, $3)', ['index.samples', envelope.subject, data.n]);
        point();
        return done;
      }),
    ],
  });
  await runtime.start();
  const quiet = new Database({ url, name: 'crash-worker-watch', maxConnections: 1 });
  for (;;) {
    const [row] = await quiet.query<{ rows: number }>('select count(*)::int as rows from outbox where sent_at is null');
    if (row?.rows === 0) break;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  await transport.calm();
  await runtime.stop();
  process.exit(0);
}

void main();
