import { randomUUID } from 'node:crypto';
import { LIMITS } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { openDoor, type OpenDoor } from './open-door.js';
import { CREATE, RefusalDesk } from './refusal-desk.js';

// Real: the REST door over sockets, all services, PostgreSQL, a provider over HTTP. Each limit is met from both sides.
describe('the limits of the door', () => {
  let door: OpenDoor;
  let desk: RefusalDesk;
  let token: string;
  beforeAll(async () => {
    door = await openDoor();
    desk = new RefusalDesk(door);
    await door.agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(door.document), overlay: door.overlay });
    await desk.connect();
    token = await desk.ready(door.agent, CREATE);
  }, 60_000);
  afterAll(() => door.close());

  const run = (over: Record<string, unknown>, key?: string) =>
    door.agent.call(
      'tools_run',
      { capability_id: CREATE, mode: 'dry_run', tool_turn_token: token, params: {}, ...over },
      key === undefined ? {} : { idempotencyKey: key },
    );
  const codeOf = async (answer: ReturnType<typeof run>): Promise<string> => {
    const envelope = await answer;
    return envelope.ok ? 'ok' : envelope.error.code;
  };
  const paramsOf = (bytes: number) => {
    const params = { name: '', email: `${randomUUID()}@limits.example` };
    return { ...params, name: 'n'.repeat(bytes - JSON.stringify(params).length) };
  };

  it('params: 256 KiB, and not a byte more', async () => {
    const fits = await run({ params: paramsOf(LIMITS.paramsBytes) });
    expect(fits).not.toMatchObject({ error: { details: { limit: LIMITS.paramsBytes } } });
    expect(await run({ params: paramsOf(LIMITS.paramsBytes + 1) })).toMatchObject({
      error: { code: 'invalid_request', details: { limit: LIMITS.paramsBytes } },
    });
  });

  it('idempotency keys: 200 characters, by field and by header; two that begin alike stay two', async () => {
    const long = 'k'.repeat(LIMITS.idempotencyKeyCharacters);
    const live = (key: { field?: string; header?: string }) =>
      run(
        { mode: 'live', params: { name: 'K', email: `${randomUUID()}@limits.example` }, ...(key.field && { idempotency_key: key.field }) },
        key.header,
      );
    expect(await codeOf(live({ field: long }))).toBe('ok');
    expect(await codeOf(live({ header: `${long.slice(1)}h` }))).toBe('ok');
    expect(await codeOf(live({ field: `${long}x` }))).toBe('invalid_request');
    expect(await codeOf(live({ header: `${long}x` }))).toBe('invalid_request');
    expect(await codeOf(door.owner.call('egress_set', { allow: [] }, { idempotencyKey: `${long}x` }))).toBe('invalid_request');
  });

  it.each<[string, string, Record<string, unknown>, Record<string, unknown>]>([
    ['a page', 'runs_list', { limit: LIMITS.pageItems }, { limit: LIMITS.pageItems + 1 }],
    ['a search', 'tools_search', { goal: 'x', limit: LIMITS.searchLimit }, { goal: 'x', limit: LIMITS.searchLimit + 1 }],
  ])('%s has a largest size', async (_name, call, fits, over) => {
    expect((await door.agent.call(call, fits)).ok).toBe(true);
    expect((await door.agent.refusal(call, over)).code).toBe('invalid_request');
  });

  it('waits at most five minutes', async () => {
    const waiting = (wait_ms: number) => run({ mode: 'live', params: { name: 'W', email: `${randomUUID()}@limits.example` }, wait_ms });
    expect(await codeOf(waiting(LIMITS.waitMs))).toBe('ok');
    expect(await codeOf(waiting(LIMITS.waitMs + 1))).toBe('invalid_request');
  });

  it('an import: a document of 20 MiB, and not a byte more', async () => {
    const document = JSON.stringify(door.document);
    const ofBytes = (bytes: number) => `${document}${' '.repeat(bytes - Buffer.byteLength(document))}`;
    const plan = (bytes: number) => door.agent.call('packs_import', { pack_id: 'large', document: ofBytes(bytes), plan: true });
    const fits = await plan(LIMITS.importBodyBytes);
    expect(fits.ok ? null : fits.error).toBeNull();
    expect(fits).toMatchObject({ ok: true, data: { operations: expect.any(Number) } });
    expect(await codeOf(plan(LIMITS.importBodyBytes + 1))).toBe('invalid_request');
    const whole = await plan(LIMITS.importBodyBytes + LIMITS.bodyBytes);
    expect(whole).toMatchObject({ error: { message: `The body is larger than ${LIMITS.importBodyBytes + LIMITS.bodyBytes} bytes.` } });
  }, 60_000);

  it('100 event streams of one principal, opened at once; the next one when one was closed', async () => {
    const slow = await desk.slowRead('streams', 30_000);
    await desk.fault('GET /v1/contacts', 'hang');
    const { run_id: running } = await door.agent.data('tools_run', {
      capability_id: 'streams.contacts.list',
      params: {},
      mode: 'live',
      tool_turn_token: slow,
      wait_ms: 0,
    });
    const open = async () => {
      const stop = new AbortController();
      const answer = await fetch(`${door.url}/v1/runs/${running}/events`, {
        headers: { authorization: `Bearer ${door.session}`, accept: 'text/event-stream' },
        signal: stop.signal,
      });
      return { status: answer.status, answer, close: () => stop.abort() };
    };
    const streams = await Promise.all(Array.from({ length: LIMITS.streamsPerPrincipal + 5 }, open));
    const [held, refused] = [streams.filter(({ status }) => status === 200), streams.filter(({ status }) => status === 429)];
    expect([held.length, refused.length]).toEqual([LIMITS.streamsPerPrincipal, 5]);
    expect(await refused[0]!.answer.json()).toMatchObject({ error: { code: 'rate_limited' } });
    held[0]!.close();
    const next = await eventually(
      async () => {
        const again = await open();
        expect(again.status).toBe(200);
        return again;
      },
      { within_ms: 15_000, every_ms: 250 },
    );
    await door.owner.data('runs_cancel', { run_id: running });
    expect(await next.answer.text()).toContain('event: cancelled');
    for (const { close } of held) close();
  }, 60_000);

  it.each<[string, () => Promise<unknown>]>([
    ['a parameter', () => run({ params: { name: 'a\u0000b', email: 'nul@limits.example' } })],
    ['the name of a parameter', () => run({ params: { ['na\u0000me']: 1 } })],
    ['half a surrogate pair', () => run({ params: { name: '\ud83d', email: 'half@limits.example' } })],
    ['a goal', () => door.agent.call('tools_search', { goal: 'contacts\u0000' })],
    ['an id in a path', () => door.agent.call('runs_get', { run_id: 'run_\u0000' })],
    ['a cursor', () => door.agent.call('runs_list', { cursor: 'run_\u0000' })],
    ['a reason', () => door.agent.call('runs_cancel', { run_id: 'run_1', reason: '\u0000' })],
    ['a key', () => run({ mode: 'live', idempotency_key: '\u0000' })],
  ])('text that no database can hold is refused in words: %s', async (_name, send) => {
    expect(await send()).toMatchObject({ ok: false, error: { code: 'invalid_request' } });
  });
});
