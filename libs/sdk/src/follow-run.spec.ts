import { TurnpikeClient } from './client.js';
import { followRun } from './follow-run.js';
import { EventCutter } from './event-stream.js';
import { cut, done, refused, scriptedServer, stream, type Step } from './proof/scripted-server.js';
import type { TransportFailure } from './transport-failure.js';

const event = (sequence: number, state: string) => ({ run_id: 'run_1', sequence, type: `run.${state}`, state, at: '', data: {} });
const frame = (sequence: number, state: string) => `id: ${sequence}\nevent: x\ndata: ${JSON.stringify(event(sequence, state))}\n\n`;

async function follow(...steps: Step[]) {
  const server = scriptedServer(...steps);
  const seen: unknown[] = [];
  const failed = await (async () => {
    for await (const next of followRun(new TurnpikeClient({ url: 'http://server', credential: null, fetch: server.fetch }), 'run_1', {}))
      seen.push(next.ok ? next.event.sequence : next.error.code);
    return null;
  })().catch((error: TransportFailure) => error.kind);
  return { seen, failed, from: server.asked.map(({ headers, path }) => headers.get('last-event-id') ?? path) };
}

/** Gives what came, then breaks. */
const broken = (text: string): Response => {
  let sent = false;
  const pull = (controller: ReadableStreamDefaultController) => {
    if (sent) return controller.error(cut());
    sent = true;
    controller.enqueue(new TextEncoder().encode(text));
  };
  return new Response(new ReadableStream({ pull }), { headers: { 'content-type': 'text/event-stream' } });
};

describe('followRun', () => {
  it('gives each event once and in order, and goes on behind the last one after a cut', async () => {
    const { seen, failed, from } = await follow(
      broken(frame(1, 'queued') + frame(2, 'running') + 'id: 3\nda'),
      cut(),
      stream(frame(2, 'running') + frame(3, 'succeeded')),
    );
    expect({ seen, failed, from }).toEqual({ seen: [1, 2, 3], failed: null, from: ['0', '2', '2'] });
  });

  it('asks the list whether the run is over when a stream ends without saying so', async () => {
    const over = await follow(stream(': waiting\n\n'), done({ items: [], over: true }));
    expect([over.seen, over.failed, over.from[1]]).toEqual([[], null, '/v1/runs/run_1/events?after=0']);
    const more = await follow(stream(frame(1, 'queued')), done({ items: [event(2, 'running')], over: false }), stream(frame(3, 'failed')));
    expect(more.seen).toEqual([1, 2, 3]);
  });

  it('ends with the refusal that opens no stream, or that a resumed one meets', async () => {
    expect((await follow(refused(404, 'run_not_found'))).seen).toEqual(['run_not_found']);
    expect((await follow(broken(frame(1, 'queued')), refused(401, 'unauthenticated'))).seen).toEqual([1, 'unauthenticated']);
  });

  it('gives up after five openings in a row that bring nothing, and at once where no Turnpike streams', async () => {
    const { failed, from } = await follow(cut(), cut(), cut(), cut(), cut(), cut(), cut());
    expect([failed, from.length]).toEqual(['unreachable', 5]);
    expect((await follow(stream('data: {"hello":1}\n\n'))).failed).toBe('not_turnpike');
    expect((await follow(new Response('<html>', { headers: { 'content-type': 'text/html' } }))).failed).toBe('not_turnpike');
  }, 20_000);
});

describe('EventCutter', () => {
  it('cuts alike wherever the chunks are cut, with any line ends', () => {
    const text = 'id: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\n: comment\n\ndata:x\n\n';
    const whole = new EventCutter().push(text);
    const cutter = new EventCutter();
    expect([whole, [...text].flatMap((letter) => cutter.push(letter))]).toEqual([['{"a":\n1}', 'x'], whole]);
  });

  it('keeps no event without end', () => {
    const cutter = new EventCutter();
    const push = () => Array.from({ length: 100 }, () => cutter.push('data: '.padEnd(100_000, 'x')));
    expect(push).toThrow(RangeError);
  });
});
