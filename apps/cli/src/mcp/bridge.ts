import { EventCutter } from '@turnpike/sdk';
import { errorLine, headerText, readLine, VERSION_KEY, type Message } from './message.js';

export interface BridgeOptions {
  /** Where Turnpike answers, without a trailing slash. */
  readonly url: string;
  readonly credential: string | null;
  readonly workspaceId: string | null;
  /** Takes one message, without its newline. */
  write(line: string): void;
}

/** How long until the stream of notifications is opened again after a cut. */
const REOPEN_MS = 2_000;
const NO_ANSWER = -32000;

/**
 * Carries the messages of one client on standard input and output to `/mcp` and back, in whichever revision the client speaks. Of a
 * revision with sessions it keeps the session, opens another where the server knows it no more, and listens to notifications.
 */
export class Bridge {
  private readonly underWay = new Map<string | number, AbortController>();
  private readonly listening = new AbortController();
  private session: { readonly id: string; readonly version: string } | null = null;
  private initialize: Message | null = null;

  constructor(private readonly options: BridgeOptions) {}

  /** Takes one line; done when its answer was written. Never throws. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return;
    const message = readLine(line);
    if (!message) return this.options.write(errorLine(null, -32700, 'Send one JSON object a line.'));
    if (message.method === 'notifications/cancelled' && !isStateless(message)) this.cancel(message);
    if (message.method === 'initialize') this.initialize = message;
    await this.exchange(message);
    if (message.method === 'notifications/initialized') void this.listen();
  }

  /** Lets go of everything that is still open. */
  close(): void {
    this.listening.abort();
    for (const each of this.underWay.values()) each.abort();
  }

  private async exchange(message: Message): Promise<void> {
    const { id } = message;
    const cut = new AbortController();
    if (id !== undefined) this.underWay.set(id, cut);
    try {
      const response = await this.sendInSession(message, cut.signal);
      await this.relay(response, id !== undefined);
    } catch (error) {
      if (id !== undefined && !cut.signal.aborted) this.options.write(errorLine(id, NO_ANSWER, this.explain(error)));
    } finally {
      if (id !== undefined) this.underWay.delete(id);
    }
  }

  /** A session that the server knows no more is opened again, once, without the client. */
  private async sendInSession(message: Message, signal: AbortSignal): Promise<Response> {
    const response = await this.send(message, signal);
    if (message.method === 'initialize') await this.remember(response.clone());
    if (response.status !== 404 || !this.session || !this.initialize || isStateless(message)) return response;
    const opened = await this.send(this.initialize, signal);
    if (!opened.ok) return response;
    await this.remember(opened);
    return this.send(message, signal);
  }

  private async remember(response: Response): Promise<void> {
    const id = response.headers.get('mcp-session-id');
    const answer = readLine(await response.text()) as { result?: { protocolVersion?: string } } | null;
    const version = answer?.result?.protocolVersion;
    if (id !== null && version !== undefined) this.session = { id, version };
  }

  private send(message: Message, signal: AbortSignal): Promise<Response> {
    return fetch(this.address(), {
      method: 'POST',
      headers: {
        ...this.headers(),
        ...this.about(message),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(message),
      signal,
    });
  }

  private async relay(response: Response, wanted: boolean): Promise<void> {
    if (/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) return this.relayStream(response);
    const text = await response.text();
    if (!wanted || text === '') return;
    if (readLine(text) === null) throw new Error(`it answered ${response.status} with something else than MCP`);
    this.options.write(text.trim());
  }

  private async relayStream(response: Response): Promise<void> {
    const [cutter, decoder] = [new EventCutter(), new TextDecoder()];
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      for (const data of cutter.push(decoder.decode(chunk, { stream: true }))) this.options.write(data);
  }

  /** The notifications of a session, for as long as the client is here. */
  private async listen(): Promise<void> {
    const { signal } = this.listening;
    while (!signal.aborted) {
      const headers = { ...this.headers(), ...this.inSession(), accept: 'text/event-stream' };
      const response = await fetch(this.address(), { headers, signal }).catch(() => null);
      if (response?.ok) await this.relayStream(response).catch(() => undefined);
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, REOPEN_MS).unref());
    }
  }

  private cancel({ params }: Message): void {
    this.underWay.get(params?.['requestId'] as string)?.abort();
  }

  /** What the headers repeat of a message (2026-07-28), or the session that it belongs to. */
  private about(message: Message): Record<string, string> {
    if (!isStateless(message)) return message.method === 'initialize' ? {} : this.inSession();
    const name: unknown = message.params?.['name'];
    return {
      'mcp-protocol-version': String(metaOf(message)?.[VERSION_KEY]),
      'mcp-method': headerText(String(message.method)),
      ...(typeof name === 'string' && { 'mcp-name': headerText(name) }),
    };
  }

  private inSession(): Record<string, string> {
    return this.session ? { 'mcp-session-id': this.session.id, 'mcp-protocol-version': this.session.version } : {};
  }

  private headers(): Record<string, string> {
    const { credential, workspaceId } = this.options;
    return {
      ...(credential !== null && { authorization: `Bearer ${credential}` }),
      ...(workspaceId !== null && { 'turnpike-workspace': workspaceId }),
    };
  }

  private address(): string {
    return `${this.options.url}/mcp`;
  }

  private explain(error: unknown): string {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;
    return `Turnpike at ${this.options.url} does not answer (${cause}). Is it running? "turnpike start" starts it here; TURNPIKE_URL says where else it is.`;
  }
}

const metaOf = ({ params }: Message): Record<string, unknown> | null => {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : null;
};

const isStateless = (message: Message): boolean => VERSION_KEY in (metaOf(message) ?? {});
