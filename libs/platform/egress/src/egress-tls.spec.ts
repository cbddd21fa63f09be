// Real TLS on loopback. The key below is made for this file and guards nothing.
import { connect, createServer as createPlain, type Socket } from 'node:net';
import { createServer, type Server } from 'node:tls';
import type { AddressInfo } from 'node:net';
import { EgressClient, type EgressOptions } from './egress-client.js';

const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBoDCCAUegAwIBAgIUKQ320bBcN7TDtLVbOIncen9n/3swCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNcHJvdmlkZXIudGVzdDAgFw0yNjEyMDExMzQ2MzVaGA8yMTI2
MTEwNzEzNDYzNVowGDEWMBQGA1UEAwwNcHJvdmlkZXIudGVzdDBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABCZ0Wzk+K5cZcfyYhi0OcokAN1swlfXVotB+GQ0uF0t4
fOg90hzlJSxOqnKXgEFHClOR+rQvoCL42DUB71uRtzmjbTBrMB0GA1UdDgQWBBSc
p2/WDCYJTpyhf2GOBGPM/CrbvDAfBgNVHSMEGDAWgBScp2/WDCYJTpyhf2GOBGPM
/CrbvDAYBgNVHREEETAPgg1wcm92aWRlci50ZXN0MA8GA1UdEwEB/wQFMAMBAf8w
CgYIKoZIzj0EAwIDRwAwRAIgHmkts+vMZZh6u+JC6JcQjnoS/GGbH8XLQUVGsLZV
0H0CIC8Vtdk0Ix5W9rxYprlc2GE0DllALAl+ImxxCALzSPH5
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNTxW2gYLQAwPOaOl
5z/ON7UIhWv0mn+ZLEWDG++9ddKhRANCAAQmdFs5PiuXGXH8mIYtDnKJADdbMJX1
1aLQfhkNLhdLeHzoPdIc5SUsTqpyl4BBRwpTkfq0L6Ai+Ng1Ae9bkbc5
-----END PRIVATE KEY-----`;

let server: Server;
let port: number;
let names: (string | false | null)[];
let received: string;
let client: EgressClient;

beforeEach(async () => {
  names = [];
  received = '';
  server = createServer({ cert: CERTIFICATE, key: KEY }, (socket) => {
    names.push((socket as unknown as { servername: string | false }).servername);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
    });
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  port = (server.address() as AddressInfo).port;
});

afterEach(async () => {
  await client.close();
  await new Promise((closed) => server.close(closed));
});

const open = (options: EgressOptions = {}): EgressClient =>
  (client = new EgressClient({ resolver: async () => ['127.0.0.1'], allow: [`provider.test:${port}`, `other.test:${port}`, `127.0.0.1:${port}`], ...options }));

const get = (host: string) => client.send({ method: 'GET', url: `https://${host}:${port}/`, headers: [['authorization', 'Bearer secret']] });

describe('https', () => {
  it('goes to the pinned address under the name: SNI, Host and certificate are those of the name', async () => {
    open({ extraRoots: [CERTIFICATE] });
    expect(await get('provider.test')).toMatchObject({ outcome: 'answered', status: 200 });
    expect(names).toEqual(['provider.test']);
    expect(received).toContain(`\r\nhost: provider.test:${port}\r\n`);
  });

  it('sends nothing to a certificate of nobody known, even when the environment says to trust all', async () => {
    open();
    const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
    try {
      expect(await get('provider.test')).toMatchObject({ outcome: 'not_sent', cause: 'tls_failed' });
    } finally {
      if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
      else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
    }
    expect(received).toBe('');
  });

  it.each(['other.test', '127.0.0.1'])('sends nothing to a certificate of another name (%s)', async (host) => {
    open({ extraRoots: [CERTIFICATE] });
    expect(await get(host)).toMatchObject({ outcome: 'not_sent', cause: 'tls_failed' });
    expect(received).toBe('');
  });

  it('sends nothing on a connection that opens after the caller gave up', async () => {
    open({ extraRoots: [CERTIFICATE] });
    const opened: Socket[] = [];
    const slow = createPlain((socket) => {
      const onward = connect(port, '127.0.0.1');
      opened.push(socket, onward);
      socket.on('error', () => undefined);
      onward.on('error', () => undefined);
      setTimeout(() => socket.pipe(onward).pipe(socket), 80);
    });
    await new Promise<void>((listening) => slow.listen(0, '127.0.0.1', listening));
    const at = (slow.address() as AddressInfo).port;
    const call = { method: 'POST', url: `https://provider.test:${at}/`, headers: [], allow: [`provider.test:${at}`] };
    expect(await client.send({ ...call, signal: AbortSignal.timeout(20) })).toMatchObject({ outcome: 'not_sent', cause: 'aborted' });
    expect(await client.send({ ...call, limits: { connectMs: 20 } })).toMatchObject({ outcome: 'not_sent', cause: 'connect_timeout' });
    await new Promise((tick) => setTimeout(tick, 300));
    expect(opened).toHaveLength(4);
    expect(received).toBe('');
    await client.close();
    opened.forEach((socket) => socket.destroy());
    await new Promise((closed) => slow.close(closed));
  });

  it('sends nothing to a port that does not speak TLS', async () => {
    open();
    const plain = createPlain((socket) => socket.on('error', () => undefined).resume().end('hello, this is not TLS\r\n'));
    await new Promise<void>((listening) => plain.listen(0, '127.0.0.1', listening));
    const at = (plain.address() as AddressInfo).port;
    expect(await client.send({ method: 'GET', url: `https://127.0.0.1:${at}/`, headers: [], allow: [`127.0.0.1:${at}`] })).toMatchObject({ outcome: 'not_sent', cause: 'tls_failed' });
    await client.close();
    await new Promise((closed) => plain.close(closed));
  });
});
