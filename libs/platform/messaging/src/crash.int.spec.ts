// Real: PostgreSQL, and a process of its own that is killed with -9.
import fc from 'fast-check';
import type { FreshDatabase } from '@turnpike/testing';
import { listDeadLetters } from './dead-letters/list-dead-letters.js';
import { replayDeadLetter } from './dead-letters/replay-dead-letter.js';
import { InProcessTransport } from './in-process/in-process-transport.js';
import { buildWorker, runWorker } from './proof/run-worker.js';
import { countOf, effectsOf, sampleConsumer, serviceDatabase, serviceOn, tell } from './proof/test-service.js';

/** Kills in the first spec. More for the full proof. */
const KILLS = Number(process.env['TURNPIKE_KILLS'] ?? 25);
const KEYS = 4;

describe.each([
  ['each message alone', 0],
  ['messages together', 64],
])('a process that handles %s and is killed', (_how, together) => {
  let service: FreshDatabase;
  let worker: string;
  beforeAll(async () => {
    worker = await buildWorker('crash-worker');
  });
  beforeEach(async () => {
    service = await serviceDatabase('registry');
  });
  afterEach(() => service.drop());

  const tellAll = async (count: number): Promise<void> => {
    const runtime = serviceOn(service.db, new InProcessTransport());
    for (let n = 0; n < count; n += 1) await tell(service.db, runtime, `k${n % KEYS}`, n);
  };
  /** What a process that died had claimed is free at once here, not after 30 s. */
  const freeClaims = () => service.db.query('update outbox set claimed_until = null');

  it(
    'at any point loses no event, doubles no effect and keeps the order of each key',
    async () => {
      const count = 10 * KEYS;
      let kills = 0;
      const perRound = fc.sample(fc.integer({ min: 1, max: 90 }), { numRuns: KILLS, seed: 42 });
      for (const at of perRound) {
        if ((await countOf(service.db, 'outbox', 'sent_at is null')) === 0) {
          await service.db.query('truncate outbox, inbox, effects, dead_letters, message_attempts');
          await tellAll(count);
        }
        await freeClaims();
        if ((await runWorker(worker, [service.url, at, -1, 0, together])) === 'killed') kills += 1;
        await holds();
      }
      await freeClaims();
      expect(await runWorker(worker, [service.url, 0, -1, 0, together])).toBe('ended');
      for (const letter of (await listDeadLetters(service.db)).items) {
        expect(letter.cause).toMatch(/the process ended|waits behind/); // what was hit five times in a row
        await replayDeadLetter(service.db, sampleConsumer(), letter.event_id);
      }
      await holds();
      expect(await countOf(service.db, 'effects')).toBe(count);
      expect(kills).toBeGreaterThan(KILLS / 3);
    },
    30_000 + KILLS * 2_000,
  );

  /** Effects so far: each once, and each key without a gap. */
  async function holds(): Promise<void> {
    const effects = await effectsOf(service.db);
    for (let k = 0; k < KEYS; k += 1) {
      const ofKey = effects.filter((name) => name.startsWith(`k${k}:`));
      expect(ofKey).toEqual(ofKey.map((_, index) => `k${k}:${index * KEYS + k}`));
    }
  }

  it('by a message finds it by its unfinished attempts, parks it after five, and loses nothing else', async () => {
    await tellAll(12);
    let deaths = 0;
    for (; deaths < 10; deaths += 1) {
      await freeClaims();
      if ((await runWorker(worker, [service.url, 0, 5, 0, together])) === 'ended') break;
    }
    expect(deaths).toBe(5);
    const { items } = await listDeadLetters(service.db);
    expect(items.map(({ key, state, attempts, cause }) => [key, state, attempts, cause])).toEqual([
      ['k1', 'parked', 5, 'the process ended during 5 of 5 attempts'],
      ['k1', 'waiting', 0, 'waits behind a parked message of its key'],
    ]);
    expect((await effectsOf(service.db)).sort()).toEqual([
      'k0:0',
      'k0:4',
      'k0:8',
      'k1:1',
      'k2:10',
      'k2:2',
      'k2:6',
      'k3:11',
      'k3:3',
      'k3:7',
    ]);
  });

  it('by a message does not take along those that were at work beside it', async () => {
    await tellAll(KEYS); // one of each key, so all are at work when it strikes
    let deaths = 0;
    for (; deaths < 10; deaths += 1) {
      await freeClaims();
      if ((await runWorker(worker, [service.url, 0, 1, 40, together])) === 'ended') break;
    }
    expect(deaths).toBe(5);
    expect((await listDeadLetters(service.db)).items.map(({ key }) => key)).toEqual(['k1']);
    expect((await effectsOf(service.db)).sort()).toEqual(['k0:0', 'k2:2', 'k3:3']);
  });
});
