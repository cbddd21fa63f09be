import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request as it came over the wire. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

type Reply = (response: ServerResponse, request: Recorded) => void;

export interface RecordingServer {
  /** `127.0.0.1:<port>`, as an allow rule names it. */
  readonly host: string;
  readonly origin: string;
  readonly requests: Recorded[];
  /** What to answer from now on. */
  reply(reply: Reply): void;
  /** Cuts every connection off. */
  cut(): void;
  close(): Promise<void>;
}

export const json =
  (value: unknown, status = 200): Reply =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** A provider that writes down every request byte for byte and answers as it is told. */
export async function recordingServer(): Promise<RecordingServer> {
  const requests: Recorded[] = [];
  let answer: Reply = json({ ok: true });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const recorded = record(request, Buffer.concat(chunks).toString('utf8'));
      requests.push(recorded);
      answer(response, recorded);
    });
    request.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    origin: `http://${host}`,
    requests,
    reply: (reply) => (answer = reply),
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function record({ method = '', url = '', rawHeaders }: IncomingMessage, body: string): Recorded {
  const headers = rawHeaders.flatMap((name, index) => (index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ''] as const] : []));
  return { method, url, headers, body };
}
