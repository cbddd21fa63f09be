/** For specs: a `fetch` that gives the next of its answers and keeps what it was asked. */
export interface ScriptedServer {
  readonly fetch: typeof fetch;
  readonly asked: { readonly method: string; readonly path: string; readonly headers: Headers; readonly body: unknown }[];
}

export type Step = Response | Error | 'hang';

export function scriptedServer(...steps: Step[]): ScriptedServer {
  const asked: { method: string; path: string; headers: Headers; body: unknown }[] = [];
  const answer = (url: string, init: RequestInit): Promise<Response> => {
    asked.push({
      method: init.method ?? 'GET',
      path: url.replace('http://server', ''),
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : null,
    });
    const step = steps.shift();
    if (step instanceof Response) return Promise.resolve(step);
    if (step !== 'hang') return Promise.reject(step ?? new Error('the script is over'));
    return new Promise((_resolve, reject) => init.signal?.addEventListener('abort', () => reject(new Error('aborted'))));
  };
  return { fetch: answer as typeof fetch, asked };
}

const json = (status: number, body: unknown, headers: Record<string, string>): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json; charset=utf-8', ...headers } });

export const done = (data: unknown, headers: Record<string, string> = {}): Response =>
  json(200, { ok: true, data, meta: { request_id: 'req_1', took_ms: 1 } }, headers);

export const refused = (status: number, code: string, headers: Record<string, string> = {}, details = {}): Response =>
  json(
    status,
    { ok: false, error: { code, message: 'no', retryable: true, details, repair: null }, meta: { request_id: 'req_1', took_ms: 1 } },
    headers,
  );

export const cut = (): Error => new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });

export const stream = (text: string): Response => new Response(text, { headers: { 'content-type': 'text/event-stream' } });
