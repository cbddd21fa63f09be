import { LIMITS } from '@turnpike/contracts';
import { openDoor, type OpenDoor } from './open-door.js';

// Real: the REST door over a socket; bodies and headers as anyone may send them.
describe('the REST door', () => {
  let door: OpenDoor;
  beforeAll(async () => {
    door = await openDoor();
  }, 60_000);
  afterAll(() => door.close());

  async function send(path: string, body: string | undefined, headers: Record<string, string> = {}) {
    const method = body === undefined ? 'GET' : 'POST';
    const answer = await fetch(`${door.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${door.session}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    });
    return {
      status: answer.status,
      envelope: (await answer.json()) as { ok: boolean; error: { code: string; message: string }; meta: { request_id: string } },
    };
  }

  it.each([
    ['broken JSON', '/v1/tools/search', '{"goal":', {}, 400],
    ['no object', '/v1/tools/search', '[]', {}, 400],
    ['a number that cannot be carried', '/v1/tools/search', '{"goal":"x","limit":12345678901234567890}', {}, 400],
    ['nesting without end', '/v1/tools/search', '['.repeat(100_000), {}, 400],
    ['__proto__', '/v1/tools/search', '{"goal":"x","__proto__":{}}', {}, 400],
    ['another content type', '/v1/tools/search', '<goal/>', { 'content-type': 'application/xml' }, 400],
    ['a limit out of range', '/v1/tools/search', '{"goal":"x","limit":51}', {}, 400],
    ['a goal that is too long', '/v1/tools/search', JSON.stringify({ goal: 'x'.repeat(LIMITS.goalCharacters + 1) }), {}, 400],
    [
      'too many query terms',
      '/v1/tools/search',
      JSON.stringify({ query_terms: Array.from({ length: LIMITS.queryTerms + 1 }, () => 'x') }),
      {},
      400,
    ],
    ['a body that is too large', '/v1/tools/search', JSON.stringify({ goal: 'x'.repeat(LIMITS.bodyBytes) }), {}, 400],
    ['an unknown path', '/v1/nothing', '{}', {}, 404],
    ['an unknown workspace', '/v1/tools/search', '{"goal":"x"}', { 'turnpike-workspace': 'ws_nobody' }, 401],
    ['a broken credential', '/v1/tools/search', '{"goal":"x"}', { authorization: 'Basic abc' }, 401],
  ])('answers %s with the envelope', async (_name, path, body, headers, status) => {
    const answer = await send(path, body, headers as Record<string, string>);
    expect([answer.status, answer.envelope.ok]).toEqual([status, false]);
    expect(answer.envelope.error.message.length).toBeGreaterThan(5);
    expect(answer.envelope.meta.request_id).toMatch(/^req_/);
  });

  it('describes itself to anyone', async () => {
    const document = (await (await fetch(`${door.url}/v1/openapi.json`)).json()) as { openapi: string; paths: object };
    expect([document.openapi, Object.keys(document.paths).length > 30]).toEqual(['3.1.0', true]);
  });

  it('streams the events of a run, from where Last-Event-ID says, and ends with the run', async () => {
    const { tool_turn_token: token } = await door.agent.data('tools_get', { capability_id: 'credits.balance.read' });
    const run = await door.agent.data('tools_run', {
      capability_id: 'credits.balance.read',
      params: {},
      mode: 'live',
      tool_turn_token: token,
    });
    const stream = async (headers: Record<string, string>) =>
      (
        await fetch(`${door.url}/v1/runs/${run['run_id']}/events`, {
          headers: { authorization: `Bearer ${door.session}`, accept: 'text/event-stream', ...headers },
        })
      ).text();
    expect((await stream({})).match(/^id: \d+$/gm)).toEqual(['id: 1', 'id: 2', 'id: 3']);
    expect((await stream({ 'last-event-id': '2' })).match(/^id: \d+$/gm)).toEqual(['id: 3']);
  });
});
