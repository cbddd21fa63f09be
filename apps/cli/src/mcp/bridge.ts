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
  private readonly underWay = new Map<string | number | null, AbortController>();
  private readonly leaving = new AbortController();
  private session: { readonly id: string; readonly version: string } | null = null;
  private initialize: Said | null = null;
  private listens = false;

  constructor(private readonly options: BridgeOptions) {}

  /** Takes one line; done when its answer was written. Never throws. */
  async take(line: string): Promise<void> {
    if (line.trim() === '') return;
    const message = readLine(line);
    if (!message) return this.options.write(errorLine(null, -32700, 'Send one JSON object a line.'));
    const said = { line, message };
    if (message.method === 'notifications/cancelled') this.cancel(message);
    if (message.method === 'initialize') this.initialize = said;
    const exchanged = this.exchange(said);
    // A subscription has no answer to wait for.
    if (message.method !== 'subscriptions/listen') await exchanged;
    if (message.method === 'notifications/initialized') void this.listen();
  }

  /** Lets go of everything that is still open. */
  close(): void {
    this.leaving.abort();
    for (const each of this.underWay.values()) each.abort();
  }

  private async exchange(said: Said): Promise<void> {
    const { id } = said.message;
    const cut = new AbortController();
    if (id !== undefined) this.underWay.set(id, cut);
    try {
      const response = await this.sendInSession(said, cut.signal);
      await this.relay(response, id);
    } catch (error) {
      if (id !== undefined && !cut.signal.aborted) this.options.write(errorLine(id, NO_ANSWER, this.explain(error)));
    } finally {
      if (id !== undefined) this.underWay.delete(id);
    }
  }

  /** A session that the server knows no more is opened again, once, without the client. */
  private async sendInSession(said: Said, signal: AbortSignal): Promise<Response> {
    const { message } = said;
    const response = await this.send(said, signal);
    if (message.method === 'initialize') await this.remember(response.clone());
    if (response.status !== 404 || !this.session || isStateless(message)) return response;
    return (await this.reopen(signal)) ? this.send(said, signal) : response;
  }

  private async reopen(signal: AbortSignal): Promise<boolean> {
    const opened = this.initialize && (await this.send(this.initialize, signal));
    if (!opened?.ok) return false;
    await this.remember(opened);
    return true;
  }

  private async remember(response: Response): Promise<void> {
    const id = response.headers.get('mcp-session-id');
    const answer = readLine(await response.text()) as { result?: { protocolVersion?: string } } | null;
    const version = answer?.result?.protocolVersion;
    if (id !== null && version !== undefined) this.session = { id, version };
  }

  /** The very text of the client: read and written anew, a number could become another. */
  private send({ line, message }: Said, signal: AbortSignal): Promise<Response> {
    return fetch(this.address(), {
      method: 'POST',
      headers: {
        ...this.headers(),
        ...this.about(message),
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: line,
      signal,
    });
  }

  private async relay(response: Response, id: Message['id']): Promise<void> {
    if (/^text\/event-stream\b/.test(response.headers.get('content-type') ?? '')) return this.relayStream(response, id);
    const text = await response.text();
    if (id === undefined || text === '') return;
    const answer = readLine(text);
    if (answer === null) throw new Error(`it answered ${response.status} with something else than MCP`);
    // What the server could not read it cannot call by its id; the client waits for that id all the same.
    this.options.write(answer.id === null ? JSON.stringify({ ...answer, id }) : text.trim());
  }

  private async relayStream(response: Response, id?: Message['id']): Promise<void> {
    const [cutter, decoder] = [new EventCutter(), new TextDecoder()];
    let answered = id === undefined;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      for (const data of cutter.push(decoder.decode(chunk, { stream: true }))) {
        answered ||= readLine(data)?.id === id;
        this.options.write(data);
      }
    if (!answered) throw new Error('its answer broke off');
  }

  /** The notifications of a session, for as long as the client is here. */
  private async listen(): Promise<void> {
    if (this.listens) return;
    this.listens = true;
    const { signal } = this.leaving;
    while (!signal.aborted) {
      const headers = { ...this.headers(), ...this.inSession(), accept: 'text/event-stream' };
      const response = await fetch(this.address(), { headers, signal }).catch(() => null);
      if (response?.ok) await this.relayStream(response).catch(() => undefined);
      if (response?.status === 404) await this.reopen(signal).catch(() => false);
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, REOPEN_MS).unref());
    }
  }

  private cancel({ params }: Message): void {
    this.underWay.get(params?.['requestId'] as string)?.abort();
  }

  /** What the headers repeat of a message (2026-07-28), or the session that it belongs to. */
  private about(message: Message): Record<string, string> {
    if (!isStateless(message)) return message.method === 'initialize' ? {} : this.inSession();
    return {
      ...repeated('mcp-protocol-version', metaOf(message)?.[VERSION_KEY]),
      ...repeated('mcp-method', message.method),
      ...repeated('mcp-name', message.params?.['name']),
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

/** One message, and how it was written. */
interface Said {
  readonly line: string;
  readonly message: Message;
}

const metaOf = ({ params }: Message): Record<string, unknown> | null => {
  const meta = params?.['_meta'];
  return typeof meta === 'object' && meta !== null ? (meta as Record<string, unknown>) : null;
};

/** What is no text is no header: the server says what is wrong with it. */
const repeated = (name: string, value: unknown): Record<string, string> => (typeof value === 'string' ? { [name]: headerText(value) } : {});

const isStateless = (message: Message): boolean => VERSION_KEY in (metaOf(message) ?? {});
