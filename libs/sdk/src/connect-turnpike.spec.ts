import { CONTROLS, OPERATIONS } from '@turnpike/contracts';
import { connectTurnpike } from './connect-turnpike.js';
import { cut, done, refused, scriptedServer, type Step } from './proof/scripted-server.js';
import { TransportFailure } from './transport-failure.js';

const given = (...steps: Step[]) => {
  const server = scriptedServer(...steps);
  return {
    asked: server.asked,
    turnpike: connectTurnpike({ url: 'http://server/', credential: 'tpk_x', fetch: server.fetch, timeoutMs: 40 }),
  };
};
const live = { capability_id: 'crm.contacts.create', params: {}, mode: 'live' as const, tool_turn_token: 'tt_x' };
const failureOf = (call: Promise<unknown>): Promise<TransportFailure> =>
  call.then(
    () => Promise.reject(new Error('it was answered')),
    (error: unknown) => (error instanceof TransportFailure ? error : Promise.reject(error as Error)),
  );

describe('connectTurnpike', () => {
  it('has a method for every control and operation, and none of them hides another member', () => {
    const { turnpike } = given();
    const names = [...CONTROLS, ...OPERATIONS].map(({ name }) => name);
    const methods = Object.keys(turnpike).filter((name) => !['call', 'followRun', 'pages', 'url'].includes(name));
    expect(methods.map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)).sort()).toEqual(names.sort());
  });

  it('gives answers and refusals alike as the envelope', async () => {
    const { turnpike } = given(done({ packs: [] }), refused(404, 'run_not_found'));
    const packs = await turnpike.packsList();
    expect(packs.ok && packs.data.packs).toEqual([]);
    const run = await turnpike.runsGet({ run_id: 'run_1' });
    expect(!run.ok && run.error.code).toBe('run_not_found');
  });

  it('sends a read again after a lost connection, and gives up after three attempts', async () => {
    const first = given(cut(), done({ packs: [] }));
    expect((await first.turnpike.packsList()).ok).toBe(true);
    const second = given(cut(), cut(), cut(), done({}));
    const failure = await failureOf(second.turnpike.packsList());
    expect([failure.kind, failure.repeat, second.asked.length]).toEqual(['unreachable', { safe: true, idempotencyKey: null }, 3]);
  });

  it('makes one key for a live run and keeps it for every attempt', async () => {
    const { turnpike, asked } = given(cut(), refused(503, 'unavailable', { 'retry-after': '0' }), done({ kind: 'run' }));
    expect((await turnpike.toolsRun(live)).ok).toBe(true);
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'));
    expect([keys.length, new Set(keys).size, keys[0]?.startsWith('sdk_')]).toEqual([3, 1, true]);
  });

  it('makes another key for another call, none for a dry run, and leaves the caller’s own alone', async () => {
    const { turnpike, asked } = given(done({}), done({}), done({}), done({}));
    await turnpike.toolsRun(live);
    await turnpike.toolsRun(live);
    await turnpike.toolsRun({ ...live, mode: 'dry_run' });
    await turnpike.toolsRun(live, { idempotencyKey: 'mine' });
    const keys = asked.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).not.toBe(keys[1]);
    expect(keys.slice(2)).toEqual([null, 'mine']);
  });

  it('never repeats a write that has no key, and says so', async () => {
    const { turnpike, asked } = given(cut(), done({}));
    const failure = await failureOf(turnpike.packsShare({ pack_id: 'crm', with: 'all' }));
    expect([failure.repeat.safe, asked.length]).toEqual([false, 1]);
    const unavailable = given(refused(503, 'unavailable', { 'retry-after': '0' }), done({}));
    const answer = await unavailable.turnpike.packsShare({ pack_id: 'crm', with: 'all' });
    expect([answer.ok, unavailable.asked.length]).toEqual([false, 1]);
  });

  it('comes again to what turned it away at the door, whatever the call is, unless it must wait too long', async () => {
    const soon = given(refused(429, 'rate_limited', {}, { retry_after_s: 0 }), done({}));
    expect((await soon.turnpike.packsShare({ pack_id: 'crm', with: 'all' })).ok).toBe(true);
    const late = given(refused(429, 'rate_limited', { 'retry-after': '3600' }), done({}));
    expect([(await late.turnpike.packsList()).ok, late.asked.length]).toEqual([false, 1]);
  });

  it('gives up what takes too long, and says under which key it may be repeated', async () => {
    const { turnpike, asked } = given('hang', 'hang');
    const failure = await failureOf(turnpike.toolsRun(live, { attempts: 2 }));
    expect([failure.kind, failure.repeat.safe, failure.repeat.idempotencyKey]).toEqual([
      'timeout',
      true,
      asked[1]?.headers.get('idempotency-key'),
    ]);
  });

  it('stops at once when its signal says so, while it waits for an answer or for the next attempt', async () => {
    const stop = new AbortController();
    const waiting = given('hang');
    const failing = failureOf(waiting.turnpike.packsList({}, { signal: stop.signal, timeoutMs: 10_000 }));
    stop.abort();
    expect((await failing).kind).toBe('aborted');
    const pausing = given(refused(429, 'rate_limited', { 'retry-after': '20' }), done({}));
    expect((await failureOf(pausing.turnpike.packsList({}, { signal: AbortSignal.timeout(30) }))).kind).toBe('aborted');
    expect(pausing.asked).toHaveLength(1);
  });

  it('sends nothing that a URL would read as another path', async () => {
    const { turnpike, asked } = given();
    for (const run_id of ['..', '.', '']) expect((await failureOf(turnpike.runsCancel({ run_id }))).kind).toBe('unsendable');
    expect(asked).toEqual([]);
  });

  it('walks the pages of a list, ends with a refusal, and leaves a server that goes in circles', async () => {
    const { turnpike, asked } = given(done({ items: [1], next_cursor: 'c1' }), done({ items: [2], next_cursor: null }));
    const items = [];
    for await (const page of turnpike.pages('runs_list', { limit: 1 })) items.push(...(page.ok ? page.data.items : []));
    expect([items, asked.map(({ path }) => path)]).toEqual([
      [1, 2],
      ['/v1/runs?limit=1', '/v1/runs?limit=1&cursor=c1'],
    ]);
    const denied = given(refused(403, 'permission_denied'));
    const seen = [];
    for await (const page of denied.turnpike.pages('runs_list', {})) seen.push(page.ok);
    expect(seen).toEqual([false]);
    const circle = given(done({ items: [], next_cursor: 'c' }), done({ items: [], next_cursor: 'c' }));
    const walk = async () => {
      for await (const page of circle.turnpike.pages('runs_list', {})) expect(page.ok).toBe(true);
    };
    expect((await failureOf(walk())).kind).toBe('not_turnpike');
  });
});
