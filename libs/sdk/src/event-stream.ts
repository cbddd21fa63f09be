import type { Refusal, RunEvent } from '@turnpike/contracts';
import { chunksOf } from './read-body.js';
import { SDK_LIMITS } from './sdk-limits.js';
import { TransportFailure } from './transport-failure.js';

export type Followed = { readonly ok: true; readonly event: RunEvent } | { readonly ok: false; readonly error: Refusal };

/** Cuts server-sent events (WHATWG HTML, 9.2) out of text as it comes; gives the `data` of each whole one. */
export class EventCutter {
  private rest = '';

  /** Throws a `RangeError` once an event grows beyond its bound. */
  push(text: string): string[] {
    // A \r at the very end may be half of \r\n, so it waits for what follows it.
    const whole = this.rest + text;
    const held = whole.endsWith('\r') ? '\r' : '';
    const blocks = whole
      .slice(0, whole.length - held.length)
      .replace(/\r\n?/g, '\n')
      .split('\n\n');
    this.rest = (blocks.pop() ?? '') + held;
    if (this.rest.length > SDK_LIMITS.eventBytes) throw new RangeError(`one event is larger than ${SDK_LIMITS.eventBytes}`);
    return blocks.flatMap((block) => {
      const data = block.split('\n').filter((line) => line.startsWith('data:'));
      return data.length === 0 ? [] : [data.map((line) => line.slice(5).replace(/^ /, '')).join('\n')];
    });
  }
}

/** The events of one open stream. */
export async function* eventsIn(response: Response, url: string, alive: () => void): AsyncGenerator<RunEvent> {
  const [cutter, decoder] = [new EventCutter(), new TextDecoder()];
  for await (const chunk of chunksOf(response)) {
    alive();
    for (const data of cut(cutter, decoder.decode(chunk, { stream: true }), url)) yield readEvent(data, url);
  }
}

function cut(cutter: EventCutter, text: string, url: string): string[] {
  try {
    return cutter.push(text);
  } catch (error) {
    throw new TransportFailure({ kind: 'too_large', url, why: (error as Error).message });
  }
}

function readEvent(data: string, url: string): RunEvent {
  try {
    const event = JSON.parse(data) as RunEvent;
    if (Number.isSafeInteger(event.sequence) && typeof event.state === 'string') return event;
  } catch {
    // Falls through: that is no event of a run.
  }
  throw new TransportFailure({ kind: 'not_turnpike', url, why: 'the stream holds something else than events of a run' });
}
