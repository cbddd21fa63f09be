import { connect } from 'node:net';
import { LIMITS } from '@turnpike/contracts';
import { openDoor, type OpenDoor } from './open-door.js';

// Real: the doors over sockets. Only the limit is another: nobody waits two minutes for a specification.
describe('a request that never comes whole', () => {
  let door: OpenDoor;
  const given = LIMITS.requestMs;
  beforeAll(async () => {
    (LIMITS as { requestMs: number }).requestMs = 1_000;
    door = await openDoor();
  }, 60_000);
  afterAll(async () => {
    (LIMITS as { requestMs: number }).requestMs = given;
    await door.close();
  });

  it.each(['/mcp', '/v1/tools/search'])('loses its connection: half a body to %s', async (path) => {
    const { hostname, port } = new URL(door.url);
    const socket = connect(Number(port), hostname);
    const closed = new Promise<string>((resolve) => {
      let text = '';
      socket.on('data', (data) => (text += String(data))).on('close', () => resolve(text));
    });
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"a`);
    const open = new Promise<string>((resolve) => setTimeout(() => resolve('still open'), 10_000).unref());
    expect(await Promise.race([closed, open])).toContain('408');
    socket.destroy();
  });
});
