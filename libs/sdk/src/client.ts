import type { CallDefinition, Envelope } from '@turnpike/contracts';
import { requestOf } from './request.js';

export interface ClientOptions {
  /** `http://127.0.0.1:7420` */
  readonly url: string;
  /** An API key or a session token. */
  readonly credential: string | null;
  /** Chooses among the workspaces of a signed-in user. */
  readonly workspaceId?: string;
}

export interface CallOptions {
  readonly idempotencyKey?: string;
  readonly signal?: AbortSignal;
}

export interface Answered {
  readonly status: number;
  readonly envelope: Envelope;
  readonly replayed: boolean;
}

/** No answer came: the server is not there, or what answered is not Turnpike. */
export class Unreachable extends Error {
  constructor(url: string, cause: string) {
    super(`no Turnpike answers at ${url}: ${cause}`);
    this.name = 'Unreachable';
  }
}

/** Calls any control or operation by its definition. A refusal is an answer, not an exception. */
export class TurnpikeClient {
  constructor(private readonly options: ClientOptions) {}

  async call(definition: CallDefinition, args: Record<string, unknown>, options: CallOptions = {}): Promise<Answered> {
    const { path, method, body } = requestOf(definition, args);
    const response = await this.send(path, {
      method,
      headers: { ...this.headers(options), ...(body !== null && { 'content-type': 'application/json' }) },
      ...(body !== null && { body }),
      ...(options.signal && { signal: options.signal }),
    });
    const text = await response.text();
    return { status: response.status, envelope: this.parse(text), replayed: response.headers.get('idempotent-replayed') === 'true' };
  }

  /** Server-sent events of a run, from after `after`, one parsed event at a time. Ends with the run. */
  async *events(runId: string, after: number, signal?: AbortSignal): AsyncGenerator<Record<string, unknown>> {
    const headers = { ...this.headers({}), accept: 'text/event-stream', 'last-event-id': String(after) };
    const response = await this.send(`/v1/runs/${encodeURIComponent(runId)}/events`, { headers, ...(signal && { signal }) });
    if (!response.ok || !response.body) throw new Unreachable(this.options.url, `status ${response.status}`);
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of response.body) {
      const blocks = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const data = block.split('\n').find((line) => line.startsWith('data: '));
        if (data) yield JSON.parse(data.slice('data: '.length)) as Record<string, unknown>;
      }
    }
  }

  private headers(options: CallOptions): Record<string, string> {
    const { credential, workspaceId } = this.options;
    return {
      ...(credential && { authorization: `Bearer ${credential}` }),
      ...(workspaceId && { 'turnpike-workspace': workspaceId }),
      ...(options.idempotencyKey && { 'idempotency-key': options.idempotencyKey }),
    };
  }

  private async send(path: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${this.options.url}${path}`, init);
    } catch (error) {
      const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message;
      throw new Unreachable(this.options.url, cause);
    }
  }

  private parse(text: string): Envelope {
    try {
      const value = JSON.parse(text) as Envelope;
      if (typeof value.ok === 'boolean') return value;
    } catch {
      // Falls through: what answered is not Turnpike.
    }
    throw new Unreachable(this.options.url, 'something else answers there');
  }
}
