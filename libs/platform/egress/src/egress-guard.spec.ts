// What never leaves: refused by rule, or provably not sent. A real server on loopback counts what reached it.
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { Resolver } from './destination/resolve-in-time.js';
import { EgressClient, type EgressOptions } from './egress-client.js';
import type { EgressOutcome } from './outcome.js';
import type { EgressRequest } from './request/check-request.js';

/** Public by its block, and given to nobody. */
const PUBLIC = '2a00:dead:beef::1';

let server: Server;
let port: number;
let connections: number;
let received: string;
let client: EgressClient | undefined;

beforeEach(async () => {
  connections = 0;
  received = '';
  server = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await client?.close();
  await new Promise((closed) => server.close(closed));
});

const answers = (...rounds: string[][]): Resolver & { asked: string[] } => {
  const asked: string[] = [];
  return Object.assign(async (host: string) => rounds[Math.min(asked.push(host), rounds.length) - 1] ?? [], { asked });
};

async function send(options: EgressOptions, url: string, more: Partial<EgressRequest> = {}): Promise<EgressOutcome> {
  client ??= new EgressClient(options);
  return client.send({ method: 'GET', url, headers: [], ...more });
}

beforeEach(() => (client = undefined));

describe('refused', () => {
  it('loopback that no rule names, and nothing reaches it', async () => {
    expect(await send({}, `http://127.0.0.1:${port}/`)).toEqual({
      outcome: 'refused',
      reason: 'address_not_allowed',
      detail: `127.0.0.1:${port} is at a loopback address`,
      address: '127.0.0.1',
    });
    expect(connections).toBe(0);
  });

  it('a name at a private address, a mapped or wrapped form, and a mixed answer', async () => {
    for (const address of ['10.0.0.1', '169.254.169.254', '::1', '::ffff:8.8.8.8', '64:ff9b::808:808', '2002:808:808::', 'fe80::1%eth0', '0.0.0.0']) {
      const refused = await new EgressClient({ resolver: answers([address]) }).send({ method: 'GET', url: 'http://provider.test/', headers: [] });
      expect(refused).toMatchObject({ outcome: 'refused', address });
    }
    const mixed = await send({ resolver: answers([PUBLIC, '127.0.0.1']) }, `http://provider.test:${port}/`);
    expect(mixed).toMatchObject({ outcome: 'refused', address: '127.0.0.1' });
    expect(connections).toBe(0);
  });

  it('metadata, though a rule names it', async () => {
    expect(await send({ allow: ['169.254.169.254:80'] }, 'http://169.254.169.254/latest/meta-data')).toMatchObject({ outcome: 'refused', address: '169.254.169.254' });
  });

  it('a bad header or method, before anything is resolved', async () => {
    const resolver = answers(['127.0.0.1']);
    expect(await send({ resolver }, 'http://provider.test/', { headers: [['x', 'a\r\nb: c']] })).toMatchObject({ reason: 'header_not_allowed' });
    expect(await send({ resolver }, 'http://provider.test/', { method: 'CONNECT' })).toMatchObject({ reason: 'method_not_allowed' });
    expect(await send({ resolver }, 'http://provider.test/', { body: 'abc', limits: { requestBytes: 2 } })).toMatchObject({ reason: 'request_too_large' });
    expect(resolver.asked).toEqual([]);
  });
});

describe('a name that changes its address', () => {
  it('is resolved once a call: public when checked, loopback when connected, reaches no loopback', async () => {
    const resolver = answers([PUBLIC], ['127.0.0.1']);
    const first = await send({ resolver }, `http://rebind.test:${port}/`, { limits: { connectMs: 200 } });
    expect(first).toMatchObject({ outcome: 'not_sent' });
    expect(resolver.asked).toEqual(['rebind.test']);
    expect(await send({ resolver }, `http://rebind.test:${port}/`)).toMatchObject({ outcome: 'refused', address: '127.0.0.1' });
    expect(connections).toBe(0);
  });

  it('is checked on each call, though a connection to its old address is open', async () => {
    const resolver = answers(['127.0.0.1'], ['169.254.169.254']);
    const options = { resolver, allow: [`provider.test:${port}`] };
    expect(await send(options, `http://provider.test:${port}/`)).toMatchObject({ outcome: 'answered' });
    expect(await send(options, `http://provider.test:${port}/`)).toMatchObject({ outcome: 'refused', address: '169.254.169.254' });
  });
});

describe('an allow rule', () => {
  it('given with the call opens that call only, and Host keeps the name', async () => {
    const options = { resolver: answers(['127.0.0.1']) };
    const url = `http://Provider.test:${port}/a`;
    expect(await send(options, url, { allow: [`provider.test:${port}`] })).toMatchObject({ outcome: 'answered', status: 200 });
    expect(received).toContain(`\r\nhost: provider.test:${port}\r\n`);
    expect(await send(options, url)).toMatchObject({ outcome: 'refused' });
    expect(connections).toBe(1);
  });
});

describe('not sent', () => {
  it.each([
    ['dns_failed', async () => Promise.reject(new Error('ENOTFOUND'))],
    ['dns_failed', async () => []],
    ['dns_timeout', () => new Promise<string[]>(() => undefined)],
  ] as const)('%s', async (cause, resolver) => {
    expect(await send({ resolver }, 'http://provider.test/', { limits: { connectMs: 40 } })).toMatchObject({ outcome: 'not_sent', cause });
  });

  it('connect_refused, and then the next address is tried', async () => {
    const allow = [`provider.test:${port}`];
    expect(await send({ allow, resolver: answers(['127.0.0.2'], ['127.0.0.2', '127.0.0.1']) }, `http://provider.test:${port}/`)).toMatchObject({ outcome: 'not_sent', cause: 'connect_refused' });
    expect(await send({}, `http://provider.test:${port}/`)).toMatchObject({ outcome: 'answered' });
  });

  it('aborted: before it begins, and while the name is being resolved', async () => {
    expect(await send({ allow: [`127.0.0.1:${port}`] }, `http://127.0.0.1:${port}/`, { signal: AbortSignal.abort() })).toMatchObject({ outcome: 'not_sent', cause: 'aborted' });
    client = new EgressClient({ resolver: () => new Promise(() => undefined) });
    expect(await send({}, 'http://provider.test/', { signal: AbortSignal.timeout(20) })).toMatchObject({ outcome: 'not_sent', cause: 'aborted' });
    expect(connections).toBe(0);
  });

  it('closed', async () => {
    client = new EgressClient({ allow: [`127.0.0.1:${port}`] });
    await client.close();
    expect(await send({}, `http://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'not_sent', cause: 'closed' });
  });
});
