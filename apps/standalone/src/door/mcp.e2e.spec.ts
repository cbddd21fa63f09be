import { request } from 'node:http';
import { LIMITS } from '@turnpike/contracts';
import { openDoor, type OpenDoor } from './open-door.js';
import { McpCaller, SESSION, STATELESS } from './mcp-caller.js';

// Real: the MCP door over sockets, all services, PostgreSQL.
describe('the MCP door', () => {
  let door: OpenDoor;
  let agent: McpCaller;
  let other: McpCaller;
  let nobody: McpCaller;
  beforeAll(async () => {
    door = await openDoor();
    const key = (name: string) => door.owner.own('api_keys_create', { name, role: 'agent', scopes: ['*'] });
    agent = new McpCaller(door.url, (await key('mcp'))['secret'] as string);
    other = new McpCaller(door.url, (await key('other'))['secret'] as string);
    nobody = new McpCaller(door.url, null);
  }, 60_000);
  afterAll(() => door.close());

  const initialize = (who: McpCaller, version = SESSION) => who.old('initialize', { protocolVersion: version, capabilities: {} });
  const sessionOf = async (who: McpCaller) => (await initialize(who)).headers.get('mcp-session-id') as string;

  it.each([
    ['2025-11-25', () => agent.old('tools/call', { name: 'whoami' })],
    ['2026-07-28', () => agent.tool('whoami')],
  ])('%s: a call answers the one envelope, as structured content and as the same text', async (_revision, call) => {
    const { status, message } = await call();
    const { structuredContent: envelope, content, isError } = message['result'];
    expect([status, isError, envelope.ok, envelope.data.workspace.id]).toEqual([200, false, true, door.workspaceId]);
    expect(JSON.parse(content[0].text)).toEqual(envelope);
  });

  it('a refusal is a result that says so; an unknown tool and arguments that are no object are none', async () => {
    const refused = await agent.tool('tools_run', { capability_id: 'credits.balance.read', params: {} });
    expect(refused.message['result']).toMatchObject({
      isError: true,
      structuredContent: { ok: false, error: { code: 'mode_required', repair: { control: 'tools_run' } } },
    });
    const unfit = await agent.tool('tools_get', { capability_idd: 'x' });
    expect(unfit.message['result'].structuredContent.error.details.issues).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: '/capability_idd', nearest: 'capability_id' })]),
    );
    expect((await agent.tool('tools_forget')).message['error']).toMatchObject({ code: -32602, data: { name: 'tools_forget' } });
    expect(await agent.next('tools/call', { name: 'whoami', arguments: [] })).toMatchObject({
      status: 400,
      message: { error: { code: -32602 } },
    });
  });

  it('lists every control in one order, by both revisions alike, and names the packs of the workspace', async () => {
    const [old, next] = [(await agent.old('tools/list')).message['result'], (await agent.next('tools/list')).message['result']];
    expect(next.tools).toEqual(old.tools);
    expect(next).toMatchObject({ ttlMs: LIMITS.mcpListTtlMs, cacheScope: 'private', resultType: 'complete' });
    const search = old.tools.find(({ name }: { name: string }) => name === 'tools_search');
    expect(search.description).toContain('Packs of this workspace: credits (Credits).');
    expect(old.tools.map(({ outputSchema }: { outputSchema: object }) => outputSchema)).toEqual(
      old.tools.map(() => expect.objectContaining({ type: 'object' })),
    );
    expect(await agent.next('tools/list', { cursor: 'x' })).toMatchObject({ status: 400, message: { error: { code: -32602 } } });
  });

  it.each<[string, () => ReturnType<McpCaller['post']>]>([
    ['2025-11-25', () => nobody.old('initialize', { protocolVersion: SESSION })],
    ['2026-07-28', () => nobody.next('server/discover')],
    ['an unknown key', () => new McpCaller(door.url, 'tpk_unknown').tool('whoami')],
    ['another scheme', () => nobody.old('ping', {}, { authorization: 'Basic eDp5' })],
  ])('without a credential: 401, and where to read of it (%s)', async (_what, call) => {
    const { status, headers, message } = await call();
    expect([status, message['error'].data.code]).toEqual([401, 'unauthenticated']);
    const where = /resource_metadata="([^"]+)"/.exec(headers.get('www-authenticate') ?? '')?.[1] ?? '';
    expect(await (await fetch(where)).json()).toMatchObject({ resource: `${door.url}/mcp`, bearer_methods_supported: ['header'] });
  });

  it('a session is the caller’s own, and of its revision; a request may do without', async () => {
    const session = await sessionOf(agent);
    expect(session).toMatch(/^[\x21-\x7e]+$/);
    const within = (who: McpCaller, id: string, version = SESSION) =>
      who.old('ping', {}, { 'mcp-session-id': id, 'mcp-protocol-version': version });
    expect((await within(agent, session)).message['result']).toEqual({});
    expect((await within(other, session)).status).toBe(404);
    expect((await within(agent, `${session}x`)).status).toBe(404);
    expect((await within(agent, 'made-up')).status).toBe(404);
    expect((await within(agent, session, '2025-06-18')).status).toBe(400);
    expect((await agent.old('ping')).message['result']).toEqual({});
    expect((await agent.old('ping', {}, { 'mcp-protocol-version': '2024-11-05' })).status).toBe(400);
    expect((await initialize(agent, '2025-06-18')).message['result'].protocolVersion).toBe('2025-06-18');
    expect((await initialize(agent, '1999-01-01')).message['result'].protocolVersion).toBe(SESSION);
    expect((await fetch(`${door.url}/mcp`, { method: 'DELETE', headers: agent.headers() })).status).toBe(405);
  });

  it.each<[string, Record<string, string>]>([
    ['another method', { 'mcp-method': 'tools/list' }],
    ['another tool', { 'mcp-name': 'tools_run' }],
    ['no decodable name', { 'mcp-name': '=?base64?!!!?=' }],
    ['another version', { 'mcp-protocol-version': SESSION }],
  ])('2026-07-28: headers that say %s than the body', async (_what, over) => {
    const { status, message } = await agent.next('tools/call', { name: 'whoami' }, over);
    expect([status, message['error'].code]).toEqual([400, -32020]);
  });

  it('2026-07-28: a name in Base64 is the name; a version that is not spoken is answered with those that are', async () => {
    const encoded = `=?base64?${Buffer.from('whoami').toString('base64')}?=`;
    expect((await agent.next('tools/call', { name: 'whoami' }, { 'mcp-name': encoded })).status).toBe(200);
    const body = JSON.parse(JSON.stringify(agent.nextBody('server/discover')).replaceAll(STATELESS, '2099-01-01'));
    const { status, message } = await agent.post(body, { 'mcp-protocol-version': '2099-01-01', 'mcp-method': 'server/discover' });
    expect([status, message['error'].code]).toEqual([400, -32022]);
    expect(message['error'].data).toEqual({ supported: [STATELESS, SESSION, '2025-06-18'], requested: '2099-01-01' });
    expect((await agent.next('initialize')).status).toBe(404);
  });

  it.each<[string, string, number, number]>([
    ['no JSON', '{', 400, -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['another JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32600],
    ['an id that is none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', 400, -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['a prototype', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', 400, -32700],
    ['too deep', `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(70)}${']'.repeat(70)}}}`, 400, -32700],
    ['nothing', '', 400, -32700],
  ])('what is no message is said to be none: %s', async (_what, body, status, code) => {
    const answer = await agent.post(body);
    expect([answer.status, answer.message['error'].code]).toEqual([status, code]);
  });

  it('bodies: 1 MiB, and not a byte more; only JSON', async () => {
    const sized = (bytes: number) => {
      const message = { jsonrpc: '2.0', id: 1, method: 'ping', params: { pad: '' } };
      return JSON.stringify({ ...message, params: { pad: 'p'.repeat(bytes - JSON.stringify(message).length) } });
    };
    expect((await agent.post(sized(LIMITS.bodyBytes))).status).toBe(200);
    expect(await agent.post(sized(LIMITS.bodyBytes + 1))).toMatchObject({ status: 413, message: { error: { code: -32600 } } });
    expect((await agent.post('ping', { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it('notifications and answers are taken and say nothing', async () => {
    const taken = async (body: object) => [(await agent.post(body)).status, (await agent.post(body)).text];
    expect(await taken({ jsonrpc: '2.0', method: 'notifications/initialized' })).toEqual([202, '']);
    expect(await taken({ jsonrpc: '2.0', id: 9, result: {} })).toEqual([202, '']);
  });

  /** `fetch` sends its own Host and Origin. */
  const statusWith = (headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(`${door.url}/mcp`, { method: 'POST', headers: { ...agent.headers(), ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      call.on('error', reject);
      call.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }));
    });

  it.each<[Record<string, string>, number]>([
    [{ host: 'evil.example' }, 403],
    [{ host: '127.0.0.1.evil.example:80' }, 403],
    [{ origin: 'http://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ host: 'localhost:1', origin: 'http://localhost:3000' }, 200],
    [{ origin: 'http://[::1]:80' }, 200],
  ])('a page of a stranger cannot reach it by a name of its own: %j', async (headers, status) => {
    expect(await statusWith(headers)).toBe(status);
  });
});
