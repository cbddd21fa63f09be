import { EventCutter } from '@turnpike/sdk';

export const STATELESS = '2026-07-28';
export const SESSION = '2025-11-25';

export interface McpAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON-RPC message; of a stream, the last. */
  readonly message: Record<string, any>;
  /** What came ahead of the answer. */
  readonly notices: Record<string, any>[];
}

export interface OpenMcpStream {
  readonly status: number;
  readonly messages: Record<string, any>[];
  /** Whether the server ended it. */
  ended(): boolean;
  close(): void;
}

/** A hand-written client of `/mcp`, so that what is wrong can be sent too. */
export class McpCaller {
  private id = 0;

  constructor(
    readonly url: string,
    private readonly credential: string | null,
  ) {}

  headers(more: Record<string, string> = {}): Record<string, string> {
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(this.credential !== null && { authorization: `Bearer ${this.credential}` }),
      ...more,
    };
  }

  async post(body: unknown, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<McpAnswer> {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const init = { method: 'POST', headers: this.headers(headers), body: text, ...(signal && { signal }) };
    return read(await fetch(`${this.url}/mcp`, init));
  }

  /** A request of 2025-11-25, without a session. */
  old(method: string, params: object = {}, headers: Record<string, string> = {}): Promise<McpAnswer> {
    return this.post({ jsonrpc: '2.0', id: ++this.id, method, params }, headers);
  }

  /** A request of 2026-07-28, with all that it must carry; `over` replaces headers. */
  next(method: string, params: Record<string, unknown> = {}, over: Record<string, string> = {}, signal?: AbortSignal): Promise<McpAnswer> {
    return this.post(this.nextBody(method, params), { ...repeated(method, params), ...over }, signal);
  }

  nextBody(method: string, params: Record<string, unknown> = {}): object {
    const envelope = { 'io.modelcontextprotocol/protocolVersion': STATELESS, 'io.modelcontextprotocol/clientCapabilities': {} };
    return { jsonrpc: '2.0', id: ++this.id, method, params: { ...params, _meta: { ...envelope, ...(params['_meta'] as object) } } };
  }

  tool(name: string, args: object = {}): Promise<McpAnswer> {
    return this.next('tools/call', { name, arguments: args });
  }

  /** The standing stream of a session, or subscriptions/listen. */
  async listen(revision: string, notifications: object = { toolsListChanged: true }): Promise<OpenMcpStream> {
    const stop = new AbortController();
    const [method, params] = ['subscriptions/listen', { notifications }];
    const init =
      revision === SESSION
        ? { headers: this.headers({ accept: 'text/event-stream' }) }
        : { method: 'POST', headers: this.headers(repeated(method, params)), body: JSON.stringify(this.nextBody(method, params)) };
    const response = await fetch(`${this.url}/mcp`, { ...init, signal: stop.signal });
    const messages: Record<string, any>[] = [];
    let ended = response.status !== 200;
    if (!ended)
      void each(response, (message) => messages.push(message))
        .finally(() => (ended = true))
        .catch(() => undefined);
    return { status: response.status, messages, ended: () => ended, close: () => stop.abort() };
  }
}

const repeated = (method: string, params: Record<string, unknown>): Record<string, string> => ({
  'mcp-protocol-version': STATELESS,
  'mcp-method': method,
  ...(typeof params['name'] === 'string' && { 'mcp-name': params['name'] }),
});

async function read(response: Response): Promise<McpAnswer> {
  const { status, headers } = response;
  if (!(headers.get('content-type') ?? '').includes('text/event-stream')) {
    const text = await response.text();
    return { status, headers, text, message: text === '' ? {} : (JSON.parse(text) as Record<string, any>), notices: [] };
  }
  const messages: Record<string, any>[] = [];
  await each(response, (message) => messages.push(message));
  return { status, headers, text: '', message: messages.at(-1) ?? {}, notices: messages.slice(0, -1) };
}

async function each(response: Response, take: (message: Record<string, any>) => void): Promise<void> {
  const [cutter, decoder] = [new EventCutter(), new TextDecoder()];
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
    for (const data of cutter.push(decoder.decode(chunk, { stream: true }))) take(JSON.parse(data) as Record<string, any>);
}
