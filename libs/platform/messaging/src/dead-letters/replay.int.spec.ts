// Real: PostgreSQL, relay, in-process bus.
import type { Database } from '@turnpike/platform-persistence';
import type { FreshDatabase } from '@turnpike/testing';
import { InProcessTransport } from '../in-process/in-process-transport.js';
import type { MessagingRuntime } from '../messaging-runtime.js';
import { eventually, sleep } from '../proof/eventually.js';
import { sampleEvent } from '../proof/sample-event.js';
import { countOf, effectsOf, sampleConsumer, serviceDatabase, serviceOn, tell } from '../proof/test-service.js';
import { done, park, type Verdict } from '../verdict.js';
import { listDeadLetters } from './list-dead-letters.js';

const NAME = 'index.samples';

describe('dead letters', () => {
  let service: FreshDatabase;
  let db: Database;
  let transport: InProcessTransport;
  let runtime: MessagingRuntime;
  let then: (n: number) => Promise<Verdict>;

  beforeEach(async () => {
    service = await serviceDatabase('registry');
    db = service.db;
    transport = new InProcessTransport({ open: true });
    runtime = serviceOn(db, transport);
    then = async (n) => (n === 1 ? park('not yet') : done);
  });
  afterEach(async () => {
    await runtime.stop();
    await service.drop();
  });

  const parked = async (commutative: boolean): Promise<string[]> => {
    runtime.consume(sampleConsumer({ commutative, then: (n) => then(n) }));
    await runtime.start();
    for (const n of [1, 2, 3]) await tell(db, runtime, 'k', n);
    await eventually('all sent', async () => (await countOf(db, 'outbox', 'sent_at is null')) === 0);
    return (await listDeadLetters(db)).items.map(({ event_id }) => event_id);
  };

  it('changes state once when replayed, however many ask at once, and releases in order what waited', async () => {
    const [first = ''] = await parked(false);
    then = async () => (await sleep(20), done);
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => runtime.replayDeadLetter(NAME, first)));
    expect(outcomes.some(({ outcome }) => outcome === 'replayed')).toBe(true);
    expect(await effectsOf(db)).toEqual(['k:1', 'k:2', 'k:3']);
    expect((await listDeadLetters(db)).items).toEqual([]);
    expect(await runtime.replayDeadLetter(NAME, first)).toEqual({ outcome: 'not_found' });
    await tell(db, runtime, 'k', 4);
    await eventually('the next of the key', async () => (await effectsOf(db)).length === 4);
  });

  it('says how many it released', async () => {
    const [first = ''] = await parked(false);
    then = async () => done;
    expect(await runtime.replayDeadLetter(NAME, first)).toEqual({ outcome: 'replayed', released: 2 });
  });

  it('keeps a letter that fails again, with the new cause and one attempt more', async () => {
    const [first = ''] = await parked(false);
    then = async () => {
      throw new Error('still not');
    };
    expect(await runtime.replayDeadLetter(NAME, first)).toEqual({ outcome: 'parked', cause: 'Error: still not' });
    expect((await listDeadLetters(db)).items[0]).toMatchObject({ attempts: 2, cause: 'Error: still not', state: 'parked' });
    expect(await effectsOf(db)).toEqual([]);
  });

  it('stops the release at the first that fails, which is the parked one then', async () => {
    const [first = '', second = '', third = ''] = await parked(false);
    then = async (n) => (n === 2 ? park('now this') : done);
    expect(await runtime.replayDeadLetter(NAME, first)).toEqual({ outcome: 'replayed', released: 0 });
    const letters = (await listDeadLetters(db)).items;
    expect(letters.map(({ event_id, state }) => [event_id, state])).toEqual([
      [second, 'parked'],
      [third, 'waiting'],
    ]);
    expect(await effectsOf(db)).toEqual(['k:1']);
  });

  it('replays the oldest of a key first, unless the consumer is commutative', async () => {
    const [first = '', second = ''] = await parked(false);
    expect(await runtime.replayDeadLetter(NAME, second)).toEqual({ outcome: 'behind', event_id: first });
    expect(await effectsOf(db)).toEqual([]);
  });

  it('of a commutative consumer stands alone', async () => {
    const [first = ''] = await parked(true);
    expect(await effectsOf(db)).toEqual(['k:2', 'k:3']);
    then = async () => done;
    expect(await runtime.replayDeadLetter(NAME, first)).toEqual({ outcome: 'replayed', released: 0 });
    expect(await effectsOf(db)).toEqual(['k:2', 'k:3', 'k:1']);
  });

  it('leaves no message waiting behind a letter that is being replayed', async () => {
    const [first = ''] = await parked(false);
    then = async () => (await sleep(2), done);
    const replaying = runtime.replayDeadLetter(NAME, first);
    for (let n = 4; n < 40; n += 1) await tell(db, runtime, 'k', n);
    await replaying;
    await eventually('all', async () => (await countOf(db, 'outbox', 'sent_at is null')) === 0);
    const open = (await listDeadLetters(db)).items;
    const again = open[0] ? await runtime.replayDeadLetter(NAME, open[0].event_id) : undefined;
    expect(again).toBeUndefined();
    expect(await effectsOf(db)).toEqual(Array.from({ length: 39 }, (_, n) => `k:${n + 1}`));
  });

  it('takes along a message that is just being put behind it', async () => {
    const [first = ''] = await parked(false);
    then = async () => done;
    const late = sampleEvent('k', 4);
    // Another transaction holds the place of the new letter, so that writing it takes until that one ends.
    const release = await holdPlace(late.id);
    const published = transport.publish({ topic: 'catalog', key: 'k', event: late });
    await sleep(100);
    const replayed = runtime.replayDeadLetter(NAME, first);
    await sleep(300);
    await release();
    await Promise.all([published, replayed]);
    expect((await listDeadLetters(db)).items).toEqual([]);
    expect(await effectsOf(db)).toEqual(['k:1', 'k:2', 'k:3', 'k:4']);
  });

  async function holdPlace(eventId: string): Promise<() => Promise<void>> {
    let letGo: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    let placed: () => void = () => undefined;
    const inPlace = new Promise<void>((resolve) => (placed = resolve));
    const holding = db.tx(async (tx) => {
      const place = `insert into dead_letters (consumer, event_id, topic, key, event, cause, attempts) values ($1, $2, 'none', 'none', '{}', '', 0)`;
      await tx.query(place, [NAME, eventId]);
      placed();
      await held;
      throw new Error('given up');
    });
    await inPlace;
    return async () => {
      letGo();
      await holding.catch(() => undefined);
    };
  }

  it('are listed page by page', async () => {
    await parked(false);
    const page = await listDeadLetters(db, { limit: 2 });
    expect(page.items).toHaveLength(2);
    const rest = await listDeadLetters(db, { limit: 2, after: page.next ?? 0 });
    expect([rest.items.length, rest.next]).toEqual([1, null]);
    expect((await listDeadLetters(db, { consumer: 'other' })).items).toEqual([]);
  });

  it('of a consumer that is not there are not replayed', async () => {
    const [first = ''] = await parked(false);
    expect(await runtime.replayDeadLetter('nobody', first)).toEqual({ outcome: 'not_found' });
  });
});
