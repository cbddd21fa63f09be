import { Readable } from 'node:stream';
import type { FastifyRequest } from '../operation/fastify-types.js';
import type { RecordedRequests } from './recorded-requests.js';

const MOST_BODY = 20 * 1024 * 1024;

/** Records a request whole, then hands its body on unread. Before anything is checked: what is refused is recorded too. */
export async function recordRequest(recorded: RecordedRequests, request: FastifyRequest, payload: NodeJS.ReadableStream): Promise<Readable> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MOST_BODY) throw new Error('the body is larger than the sandbox takes');
    chunks.push(bytes);
  }
  const body = Buffer.concat(chunks);
  const { rawHeaders } = request.raw;
  const headers = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? ''] as const] : []));
  recorded.add({ at: new Date().toISOString(), method: request.method, url: request.url, headers, body_base64: body.toString('base64') });
  // The server compares the declared length with this.
  return Object.assign(Readable.from(body.length > 0 ? [body] : []), { receivedEncodedLength: body.length });
}
