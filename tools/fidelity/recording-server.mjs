// A provider on loopback that remembers what it was sent, byte for byte, and answers an empty object.
import { createServer } from 'node:http';

/** Header under which both clients say which origin the request was meant for. */
export const MEANT_FOR = 'x-meant-for';

export async function startRecorder() {
  let last = null;
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      last = { method: request.method, url: request.url, headers: request.headers, body: Buffer.concat(chunks) };
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  // The oracle resolves for seconds without a pause: a connection that ended meanwhile would be taken for open.
  server.keepAliveTimeout = 0;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    /** Where a request goes instead: the same path and query, here. */
    here: (url) => url.replace(/^https?:\/\/[^/?#]+/, `http://127.0.0.1:${port}`),
    host: `127.0.0.1:${port}`,
    /** What arrived since the last call of this; null where nothing did. */
    take: () => {
      const taken = last;
      last = null;
      return taken;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export const originOf = (url) => /^https?:\/\/[^/?#]+/.exec(url)?.[0] ?? '';
