// Real: two services with a PostgreSQL database each, relays, in-process bus.
import { packChanged } from '@turnpike/contracts';
import { systemClock } from '@turnpike/kernel';
import type { FreshDatabase } from '@turnpike/testing';
import { InProcessTransport } from '../in-process/in-process-transport.js';
import { MessagingRuntime } from '../messaging-runtime.js';
import { eventually, sleep } from '../proof/eventually.js';
import { keptLog } from '../proof/kept-log.js';
import { countOf, serviceDatabase } from '../proof/test-service.js';
import type { RetellingOwner } from '../retelling-owner.js';
import { on } from '../subscription.js';
import { done, retry } from '../verdict.js';
import { ASK_AGAIN_MS } from './ask-retellings.js';
import { TELL_LIMITS } from './tell-retellings.js';

const ROWS = 450;

describe('a retelling', () => {
  let owner: FreshDatabase;
  let reader: FreshDatabase;
  let transport: InProcessTransport;
  let running: MessagingRuntime[];
  let batches: number[];

  beforeEach(async () => {
    [owner, reader] = await Promise.all([serviceDatabase('registry'), serviceDatabase('index')]);
    transport = new InProcessTransport({ open: true });
    running = [];
    batches = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((each) => each.stop()));
    await Promise.all([owner.drop(), reader.drop()]);
  });

  const runtimeOn = (service: string, { db }: FreshDatabase): MessagingRuntime => {
    const topics = service === 'registry' ? (['catalog'] as const) : [];
    const runtime = new MessagingRuntime({ service, database: db, transport, logger: keptLog().logger, clock: systemClock, topics });
    running.push(runtime);
    return runtime;
  };
  const packs: RetellingOwner = {
    topic: 'catalog',
    tell: async (_tx, page, write) => {
      const from = page.after === null ? 0 : Number(page.after);
      const until = Math.min(from + page.limit, ROWS);
      batches.push(until - from);
      for (let n = from; n < until; n += 1) {
        await write(packChanged, `ws/p${n % 20}`, {
          owner_workspace_id: 'ws',
          pack_id: `p${n}`,
          title: '',
          description: '',
          state: 'live',
          successor: null,
          shared_with: 'all',
          version: n + 1,
        });
      }
      return until < ROWS ? String(until) : null;
    },
  };
  const startOwner = async (): Promise<MessagingRuntime> => {
    const runtime = runtimeOn('registry', owner);
    runtime.ownRetelling(packs);
    await runtime.start();
    return runtime;
  };
  const startReader = async (seen: () => Promise<void> = async () => undefined): Promise<MessagingRuntime> => {
    const runtime = runtimeOn('index', reader);
    runtime.consume({
      name: 'index.packs',
      commutative: true,
      subscriptions: [
        on(packChanged, async (tx, { data }) => {
          await seen();
          await tx.query('insert into effects (consumer, key, n) values ($1, $2, $3)', ['index.packs', data.pack_id, data.version]);
          return done;
        }),
      ],
    });
    runtime.wantRetelling('catalog', 'index.packs');
    await runtime.start();
    return runtime;
  };
  const heard = (): Promise<number> => countOf(reader.db, 'effects');

  it('brings a new reader every row in bounded batches; it is ready only after the last', async () => {
    await startOwner();
    const index = await startReader(() => sleep(1));
    expect(index.ready()).toBe(false);
    while (!index.ready()) await sleep(5);
    expect(await heard()).toBe(ROWS);
    expect(batches).toEqual([TELL_LIMITS.batch, TELL_LIMITS.batch, ROWS - 2 * TELL_LIMITS.batch]);
    expect(await countOf(owner.db, 'retellings')).toBe(0);
  });

  it('is asked for once in the life of the reader’s database', async () => {
    await startOwner();
    const first = await startReader();
    await eventually('ready', () => first.ready());
    await first.stop();
    const second = await startReader();
    await eventually('ready', () => second.ready(), 1_000);
    await sleep(200);
    expect([await heard(), batches.length]).toEqual([ROWS, 3]);
  });

  it('is asked for again after 30 s without an answer: the owner may have come to the bus later', async () => {
    const index = await startReader();
    await eventually('the request to be sent to nobody', async () => (await countOf(reader.db, 'outbox', 'sent_at is null')) === 0);
    await startOwner();
    await sleep(1_200);
    expect([index.ready(), batches.length]).toEqual([false, 0]);
    await reader.db.query(`update retelling_asks set asked_at = asked_at - $1 * interval '1 ms'`, [ASK_AGAIN_MS]);
    await eventually('ready', () => index.ready());
    expect([await heard(), batches.length]).toEqual([ROWS, 3]);
  });

  it('goes on after a restart where it was', async () => {
    const registry = await startOwner();
    let seen = 0;
    const index = await startReader(async () => {
      seen += 1;
      if (seen === 100) void registry.stop();
    });
    await eventually('the stop', () => seen >= 100);
    await sleep(300);
    expect(index.ready()).toBe(false);
    await registry.stop();
    await startOwner();
    await eventually('ready', () => index.ready(), 20_000);
    expect(await heard()).toBe(ROWS);
    expect(batches.reduce((sum, each) => sum + each, 0)).toBe(ROWS);
  });

  it('does not end before a row that a reader tries again', async () => {
    await startOwner();
    let tries = 0;
    const runtime = runtimeOn('index', reader);
    runtime.consume({
      name: 'index.packs',
      commutative: true,
      subscriptions: [
        on(packChanged, async (tx, { data }) => {
          if (data.pack_id === 'p7' && (tries += 1) <= 3) return retry(150, 'not yet');
          await tx.query('insert into effects (consumer, key, n) values ($1, $2, $3)', ['index.packs', data.pack_id, data.version]);
          return done;
        }),
      ],
    });
    runtime.wantRetelling('catalog', 'index.packs');
    await runtime.start();
    while (!runtime.ready()) await sleep(5);
    expect([await heard(), tries]).toEqual([ROWS, 4]);
  });

  it('cannot be wanted of a topic that is never told again, nor by a consumer that is not there', async () => {
    const runtime = runtimeOn('index', reader);
    expect(() => runtime.wantRetelling('turns', 'index.packs')).toThrow('cannot be told again');
    runtime.wantRetelling('catalog', 'index.packs');
    await expect(runtime.start()).rejects.toThrow('no consumer index.packs');
  });
});
