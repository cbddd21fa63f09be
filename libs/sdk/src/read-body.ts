import { TransportFailure } from './transport-failure.js';

/** The text of a response, never more than `limit` bytes of it: what is larger is given up unread. */
export async function readBody(response: Response, url: string, limit: number): Promise<string> {
  const tooLarge = () =>
    new TransportFailure({ kind: 'too_large', url, status: response.status, why: `the answer is larger than ${limit} bytes` });
  if (Number(response.headers.get('content-length') ?? 0) > limit) {
    await response.body?.cancel();
    throw tooLarge();
  }
  const decoder = new TextDecoder();
  let [text, bytes] = ['', 0];
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.byteLength;
    if (bytes > limit) throw tooLarge();
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

/** The chunks of a body, by its reader: not every browser can iterate a stream. Leaving the loop closes the connection. */
export async function* chunksOf(response: Response): AsyncGenerator<Uint8Array> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
