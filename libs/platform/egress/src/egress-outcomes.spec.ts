// Real TCP on loopback: what comes of a call, by how far it got.
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { EgressClient } from './egress-client.js';
import type { EgressLimits } from './limits.js';
import type { EgressOutcome, UnknownCause } from './outcome.js';

const OK = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok';

let server: Server;
let sockets: Socket[];
let received: string;
let client: EgressClient;
let url: string;

/** Listens, and does `react` once with each connection's first bytes. */
async function provider(react: (socket: Socket) => void): Promise<void> {
  server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => (received += bytes.toString('latin1')));
    socket.once('data', () => react(socket));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  client = new EgressClient({ allow: [`127.0.0.1:${port}`] });
}

const get = (limits = {}, signal?: AbortSignal): Promise<EgressOutcome> =>
  client.send({ method: 'GET', url, headers: [], limits, ...(signal === undefined ? {} : { signal }) });

beforeEach(() => {
  sockets = [];
  received = '';
});

afterEach(async () => {
  await client.close();
  sockets.forEach((socket) => socket.destroy());
  await new Promise((closed) => server.close(closed));
});

describe('answered', () => {
  it('gives status, headers and body as received', async () => {
    await provider((socket) => socket.write('HTTP/1.1 207 Multi\r\nSet-Cookie: a=1\r\nset-cookie: b=2\r\ncontent-length: 3\r\nX-Name: caf\xe9\r\n\r\nabc', 'latin1'));
    const answer = await client.send({ method: 'POST', url: `${url}/v1/x?y=%20`, headers: [['X-B', '2'], ['x-a', '1']], body: '{"é":1}' });
    expect(answer).toEqual({
      outcome: 'answered',
      status: 207,
      headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2'], ['content-length', '3'], ['x-name', 'caf\u00e9']],
      body: new Uint8Array(Buffer.from('abc')),
      truncated: false,
      durationMs: expect.any(Number),
    });
    const { port } = server.address() as AddressInfo;
    expect(received).toBe(
      `POST /v1/x?y=%20 HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\nconnection: keep-alive\r\nX-B: 2\r\nx-a: 1\r\ncontent-length: 8\r\n\r\n${Buffer.from('{"é":1}').toString('latin1')}`,
    );
  });

  it.each([301, 302, 307, 308])('takes a %d as the answer and follows it nowhere', async (status) => {
    await provider((socket) => socket.write(`HTTP/1.1 ${status} Moved\r\nlocation: ${url}/next\r\ncontent-length: 0\r\n\r\n`));
    expect(await get()).toMatchObject({ outcome: 'answered', status });
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });

  it('waits past an announcement for the answer', async () => {
    await provider((socket) => socket.write(`HTTP/1.1 103 Early Hints\r\nlink: <x>\r\n\r\n${OK}`));
    expect(await get()).toMatchObject({ outcome: 'answered', status: 200 });
  });

  it('takes a HEAD answer without its body, and a body that ends with the connection', async () => {
    await provider((socket) => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\n\r\nall'));
    expect(await get()).toMatchObject({ outcome: 'answered', body: new Uint8Array(Buffer.from('all')) });
    await new Promise((closed) => server.close(closed));
    await provider((socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 500\r\n\r\n'));
    expect(await client.send({ method: 'HEAD', url, headers: [] })).toMatchObject({ outcome: 'answered', body: new Uint8Array() });
  });

  it('keeps a body of exactly the limit whole', async () => {
    await provider((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n${'a'.repeat(1000)}`));
    expect(await get({ responseBytes: 1000 })).toMatchObject({ truncated: false, body: { length: 1000 } });
  });

  it('cuts what is over the limit, marks it, and hangs up', async () => {
    await provider((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 9000000\r\n\r\n${'a'.repeat(1001)}`));
    expect(await get({ responseBytes: 1000 })).toMatchObject({ outcome: 'answered', truncated: true, body: { length: 1000 } });
    await new Promise((closed) => (sockets[0]?.destroyed ? closed(null) : sockets[0]?.once('close', closed)));
  });

  it('keeps 1 MiB when no limit is asked', async () => {
    await provider((socket) => socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2000000\r\n\r\n${'a'.repeat(2_000_000)}`));
    expect(await get()).toMatchObject({ outcome: 'answered', truncated: true, body: { length: 1024 * 1024 } });
  });
});

type Case = [cause: UnknownCause, what: string, react: (socket: Socket) => void, limits: Partial<EgressLimits>];

describe('unknown: bytes went out and no whole answer came back', () => {
  it.each<Case>([
    ['headers_timeout', 'a provider that never answers', () => undefined, { headersMs: 60 }],
    ['headers_timeout', 'an announcement and nothing more', (s) => void s.write('HTTP/1.1 103 Hints\r\n\r\n'), { headersMs: 60 }],
    ['connection_cut', 'a cut before any answer', (s) => void s.destroy(), {}],
    ['connection_cut', 'a reset', (s) => void s.resetAndDestroy(), {}],
    ['connection_cut', 'half a header', (s) => void s.end('HTTP/1.1 200 OK\r\ncontent-'), {}],
    ['response_malformed', 'an answer that is not HTTP', (s) => void s.write('SSH-2.0-x\r\n'), {}],
    ['response_headers_too_large', 'headers past their limit', (s) => void s.write(`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(17_000)}\r\n\r\n`), {}],
  ])('%s for %s', async (cause, _case, react, limits) => {
    await provider(react);
    const outcome = await get(limits);
    expect(outcome).toMatchObject({ outcome: 'unknown', cause });
    expect(outcome).not.toHaveProperty('status');
  });

  it.each<Case>([
    ['idle_timeout', 'a body that stops', (s) => void s.write('HTTP/1.1 201 Made\r\ncontent-length: 10\r\n\r\nabc'), { idleMs: 60 }],
    ['connection_cut', 'a body cut short of its length', (s) => void s.end('HTTP/1.1 201 Made\r\ncontent-length: 10\r\n\r\nabc'), {}],
    ['connection_cut', 'chunks without the last', (s) => void s.end('HTTP/1.1 201 Made\r\ntransfer-encoding: chunked\r\n\r\n3\r\nabc\r\n'), {}],
  ])('%s for %s, with the status that came', async (cause, _case, react, limits) => {
    await provider(react);
    expect(await get(limits)).toMatchObject({ outcome: 'unknown', cause, status: 201 });
  });

  it('total_timeout for an answer that drips for ever', async () => {
    await provider((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      const drip = setInterval(() => socket.write('a'), 15);
      socket.once('close', () => clearInterval(drip));
    });
    expect(await get({ idleMs: 500, totalMs: 150 })).toMatchObject({ outcome: 'unknown', cause: 'total_timeout' });
  });

  it('aborted, when the caller stops it after it was sent', async () => {
    const stop = new AbortController();
    await provider(() => stop.abort());
    expect(await get({}, stop.signal)).toMatchObject({ outcome: 'unknown', cause: 'aborted' });
    await new Promise((closed) => (sockets[0]?.destroyed ? closed(null) : sockets[0]?.once('close', closed)));
  });

  it('when egress is closed under it', async () => {
    await provider(() => void client.close());
    expect(await get()).toMatchObject({ outcome: 'unknown' });
  });
});

describe('connections', () => {
  it('are kept and used again', async () => {
    await provider((socket) => socket.on('data', () => socket.write(OK)) && socket.write(OK));
    for (let round = 0; round < 3; round += 1) {
      expect(await get()).toMatchObject({ outcome: 'answered' });
      // The outcome comes a moment before the connection is free again.
      await new Promise((tick) => setImmediate(tick));
    }
    expect(sockets).toHaveLength(1);
  });

  it('are bounded: one more than 32 at once to a destination is sent nowhere', async () => {
    const waiting: Socket[] = [];
    await provider((socket) => void waiting.push(socket));
    const calls = Array.from({ length: 32 }, () => get());
    expect(await get()).toMatchObject({ outcome: 'not_sent', cause: 'busy' });
    while (waiting.length < 32) await new Promise((tick) => setTimeout(tick, 5));
    waiting.forEach((socket) => socket.write(OK));
    expect((await Promise.all(calls)).every((call) => call.outcome === 'answered')).toBe(true);
    expect(sockets).toHaveLength(32);
    waiting[0]?.once('data', () => waiting[0]?.write(OK));
    waiting.forEach((socket) => socket.on('data', () => socket.write(OK)));
    expect(await get()).toMatchObject({ outcome: 'answered' });
  });

  it('ignore the proxies of the environment', async () => {
    const before = { ...process.env };
    Object.assign(process.env, { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', ALL_PROXY: 'http://127.0.0.1:9' });
    try {
      await provider((socket) => socket.write(OK));
      expect(await get()).toMatchObject({ outcome: 'answered' });
    } finally {
      for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY']) delete process.env[name];
      Object.assign(process.env, before);
    }
  });
});
