import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { LIMITS } from '@turnpike/contracts';
import { randomKey } from '@turnpike/platform-secrets';
import { eventually, manualClock } from '@turnpike/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { OpenStreams } from '../open-streams.js';
import { McpDoor } from './mcp-door.js';
import type { ToolSet } from './model/tool-set.js';
import { Sessions } from './rev-2025-11-25/session.js';

const LISTEN = 'GET /mcp HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ann\r\nAccept: text/event-stream\r\n\r\n';

// Real: the door over sockets. Its tools are the specification's own, so that a list can change as often as it likes.
describe('streams whose reader does what readers should not', () => {
  let fastify: FastifyInstance;
  let streams: OpenStreams;
  let port: number;
  let watchers: Set<() => void>;
  let sockets: Socket[];
  /** How long a watch takes to begin. */
  let delayMs: number;
  const failures: unknown[] = [];

  beforeEach(async () => {
    [watchers, sockets, delayMs] = [new Set(), [], 0];
    streams = new OpenStreams();
    const tools: ToolSet = {
      server: { name: 'spec', title: 'Spec', version: '1' },
      instructions: '',
      admit: ({ credential }) => Promise.resolve({ principalId: String(credential) }),
      list: () => Promise.resolve('[]'),
      call: () => Promise.resolve(null),
      watch: async (_caller, onChange) => {
        await new Promise((resolve) => setTimeout(resolve, delayMs));
        watchers.add(onChange);
        return () => void watchers.delete(onChange);
      },
    };
    const sessions = new Sessions([randomKey('now')], manualClock());
    fastify = Fastify();
    const publicUrl = () => 'http://localhost';
    new McpDoor({ path: '/mcp', tools, sessions, streams, publicUrl, onFailure: (error) => failures.push(error) }).mount(fastify);
    await fastify.listen({ port: 0, host: '127.0.0.1' });
    port = (fastify.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    sockets.forEach((socket) => socket.destroy());
    fastify.server.closeAllConnections();
    await fastify.close();
    expect(failures).toEqual([]);
  });

  const send = async (text: string): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1').on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    socket.write(text);
    return socket;
  };
  const freeSlots = (): number => {
    let free = 0;
    while (streams.take('ann')) free += 1;
    for (let at = 0; at < free; at += 1) streams.leave('ann');
    return free;
  };

  it('one that is gone before its stream begins leaves nothing behind', async () => {
    delayMs = 100;
    for (let at = 0; at < 20; at += 1) {
      const socket = await send(LISTEN);
      if (at % 2) await new Promise((resolve) => setTimeout(resolve, 20));
      socket.resetAndDestroy();
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([freeSlots(), watchers.size]).toEqual([LIMITS.streamsPerPrincipal, 0]);
  });

  it('neither does one that asked for several on one connection', async () => {
    const socket = await send(LISTEN.repeat(3));
    await eventually(async () => expect(watchers.size).toBe(3));
    socket.destroy();
    await eventually(async () => expect([freeSlots(), watchers.size]).toEqual([LIMITS.streamsPerPrincipal, 0]));
  });

  it('one that never reads is cut, and keeps no more than a bounded part of what it was told', async () => {
    (await send(LISTEN)).pause();
    await eventually(async () => expect(watchers.size).toBe(1));
    for (let round = 0; round < 2_000 && watchers.size > 0; round += 1) {
      for (let at = 0; at < 100; at += 1) watchers.forEach((tell) => tell());
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect([freeSlots(), watchers.size]).toEqual([LIMITS.streamsPerPrincipal, 0]);
  });

  it('HEAD opens none', async () => {
    const socket = await send(LISTEN.replace('GET', 'HEAD'));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).toContain(' 405 ');
    expect(freeSlots()).toBe(LIMITS.streamsPerPrincipal);
  });
});
