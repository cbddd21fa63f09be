import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '@turnpike/testing';
import { Bridge } from './bridge.js';
import { readLines } from './read-lines.js';

interface Heard {
  readonly method: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly response: ServerResponse;
}

const META = { 'io.modelcontextprotocol/protocolVersion': '2026-07-28', 'io.modelcontextprotocol/clientCapabilities': {} };

// Real: the bridge over a socket; what answers there is the specification's own, so that it can answer badly.
describe('the bridge', () => {
  let server: Server;
  let bridge: Bridge;
  let heard: Heard[];
  let written: Record<string, any>[];
  let answer: (heard: Heard) => void;

  beforeEach(async () => {
    [heard, written] = [[], []];
    server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      heard.push({ method: request.method, headers: request.headers, body, response });
      answer(heard.at(-1)!);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    bridge = new Bridge({ url, credential: 'tpk_x', workspaceId: null, write: (line) => written.push(JSON.parse(line)) });
  });
  afterEach(() => {
    bridge.close();
    server.closeAllConnections();
    server.close();
  });

  const say = (message: object) => bridge.take(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const json = ({ response }: Heard, status: number, body: object, headers = {}) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify({ jsonrpc: '2.0', ...body }));
  const stream = ({ response }: Heard) => response.writeHead(200, { 'content-type': 'text/event-stream' });

  it('hands on the very text, whose numbers could not be read', async () => {
    answer = (each) => json(each, 200, { id: 1, result: {} });
    const line = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"n":9007199254740993}}';
    await bridge.take(line);
    expect(heard[0]?.body).toBe(line);
  });

  it('gives an answer to what could not be read the id that the client waits for', async () => {
    answer = (each) => json(each, 413, { id: null, error: { code: -32600, message: 'too large' } });
    await say({ id: 5, method: 'ping' });
    expect(written).toEqual([{ jsonrpc: '2.0', id: 5, error: { code: -32600, message: 'too large' } }]);
  });

  it('says that an answer broke off', async () => {
    answer = (each) => stream(each).end('data: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n');
    await say({ id: 6, method: 'tools/call' });
    expect(written).toMatchObject([
      { method: 'notifications/progress' },
      { id: 6, error: { message: expect.stringContaining('broke off') } },
    ]);
  });

  it('a subscription is not waited for, and is cut when it is cancelled', async () => {
    const closed: unknown[] = [];
    answer = (each) => {
      if (!each.body.includes('listen')) return json(each, 202, {});
      each.response.on('close', () => closed.push(1));
      return stream(each).write(': open\n\n');
    };
    await say({ id: 's', method: 'subscriptions/listen', params: { _meta: META } });
    await eventually(async () => expect(heard).toHaveLength(1));
    await say({ method: 'notifications/cancelled', params: { requestId: 's', _meta: META } });
    await eventually(async () => expect(closed).toHaveLength(1));
    expect(written).toEqual([]);
  });

  it('listens once, and opens a session that is over again without being asked for anything', async () => {
    let sessions = 0;
    answer = (each) => {
      if (each.method === 'GET')
        return each.headers['mcp-session-id'] === 's1' ? each.response.writeHead(404).end() : stream(each).write(':\n\n');
      if (!each.body.includes('"initialize"')) return json(each, 202, {});
      return json(each, 200, { id: 1, result: { protocolVersion: '2025-11-25' } }, { 'mcp-session-id': `s${++sessions}` });
    };
    await say({ id: 1, method: 'initialize' });
    for (let at = 0; at < 5; at += 1) await say({ method: 'notifications/initialized' });
    await eventually(async () => expect(heard.filter(({ method }) => method === 'GET')).toHaveLength(2), { within_ms: 5_000 });
    const listened = heard.filter(({ method }) => method === 'GET').map(({ headers }) => headers['mcp-session-id']);
    expect([listened, written.length]).toEqual([['s1', 's2'], 1]);
  });

  it('a version that no header can carry is judged by the server', async () => {
    answer = (each) => json(each, 400, { id: each.headers['mcp-protocol-version'] ?? 'none', error: {} });
    const version = (value: unknown) => ({ params: { _meta: { ...META, 'io.modelcontextprotocol/protocolVersion': value } } });
    await say({ id: 1, method: 'ping', ...version('1\r\nX: y') });
    await say({ id: 2, method: 'ping', ...version({ toString: 1 }) });
    expect(written.map(({ id }) => id)).toEqual(['=?base64?MQ0KWDogeQ==?=', 'none']);
  });
});

describe('lines', () => {
  it('are cut at \\n alone, wherever the input is cut', async () => {
    const text = '{"a":"x\u2028y\u2029z"}\r\n\n"é"';
    for (const size of [1, 3, 100]) {
      const bytes = Buffer.from(text);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_each, at) => bytes.subarray(at * size, (at + 1) * size));
      const lines: string[] = [];
      for await (const line of readLines(
        (async function* () {
          yield* chunks;
        })(),
      ))
        lines.push(line);
      expect(lines).toEqual(['{"a":"x\u2028y\u2029z"}\r', '', '"é"']);
    }
  });
});
