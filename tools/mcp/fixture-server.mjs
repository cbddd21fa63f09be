// Serves the suite's fixture tools by the door of the product itself: `node tools/mcp/fixture-server.mjs [port]` prints its address.
import { McpDoor, OpenStreams, Sessions } from '@turnpike/app-gateway';
import { systemClock } from '@turnpike/kernel';
import { randomKey } from '@turnpike/platform-secrets';
import { fastify } from 'fastify';
import { FixtureTools } from './fixture-tools.mjs';

export async function startFixture(port = 0) {
  const server = fastify();
  const streams = new OpenStreams();
  let url = '';
  const sessions = new Sessions([randomKey('fixture')], systemClock);
  new McpDoor({ path: '/mcp', tools: new FixtureTools(), sessions, streams, publicUrl: () => url, onFailure: (error) => console.error(error) }).mount(server);
  url = await server.listen({ port, host: '127.0.0.1' });
  return {
    url: `${url}/mcp`,
    close: async () => {
      streams.onModuleDestroy();
      server.server.closeAllConnections();
      await server.close();
    },
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) console.log((await startFixture(Number(process.argv[2] ?? 0))).url);
