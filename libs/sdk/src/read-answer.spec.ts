import { readAnswer, retryAfter } from './read-answer.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { done, refused } from './proof/scripted-server.js';

const read = (response: Response) => readAnswer(response, 'http://server').catch((error: { kind: string }) => error.kind);
const json = (body: string, status = 200) => new Response(body, { status, headers: { 'content-type': 'application/json' } });
const endless = (): Response => {
  const chunk = new Uint8Array(1024 * 1024).fill(32);
  return new Response(new ReadableStream({ pull: (controller) => controller.enqueue(chunk) }), {
    headers: { 'content-type': 'application/json' },
  });
};

describe('readAnswer believes nothing', () => {
  it.each([
    ['a page of a proxy', new Response('<html>', { status: 502, headers: { 'content-type': 'text/html' } })],
    ['no content type', new Response(new Uint8Array([123, 125]))],
    ['broken JSON', json('{"ok":true')],
    ['another JSON', json('{"status":"fine"}')],
    ['an envelope without meta', json('{"ok":true,"data":1}')],
    ['a refusal without a code', json('{"ok":false,"error":{"message":"no"},"meta":{"request_id":"r"}}', 400)],
    [
      'a repair that cannot be carried out',
      json(
        '{"ok":false,"error":{"code":"x","message":"no","retryable":true,"details":{},"repair":{"control":7}},"meta":{"request_id":"r"}}',
        400,
      ),
    ],
    [
      'a refusal that says it went well',
      json('{"ok":false,"error":{"code":"x","message":"no","retryable":true,"details":{},"repair":null},"meta":{"request_id":"r"}}'),
    ],
    ['a redirect', new Response(null, { status: 307, headers: { location: 'https://elsewhere.example' } })],
  ])('%s is not Turnpike', async (_what, response) => expect(await read(response)).toBe('not_turnpike'));

  it('gives up an answer that is too large, announced or not', async () => {
    const announced = new Response('{}', {
      headers: { 'content-type': 'application/json', 'content-length': String(SDK_LIMITS.answerBytes + 1) },
    });
    expect([await read(announced), await read(endless())]).toEqual(['too_large', 'too_large']);
  });

  it('takes a refusal whose code it does not know: a newer server may have more', async () => {
    expect(await read(refused(409, 'a_code_of_tomorrow'))).toMatchObject({ status: 409, envelope: { ok: false } });
    expect(await read(done({ a: 1 }, { 'idempotent-replayed': 'true' }))).toMatchObject({ replayed: true, envelope: { data: { a: 1 } } });
  });

  it('reads Retry-After as seconds or as a date', () => {
    const now = Date.parse('2030-01-01T00:00:00Z');
    const read = ['7', 'Tue, 01 Jan 2030 00:00:09 GMT', 'Mon, 31 Dec 2029 00:00:00 GMT', 'soon', ''].map((header) =>
      retryAfter(header, now),
    );
    expect(read).toEqual([7000, 9000, 0, null, null]);
  });
});
