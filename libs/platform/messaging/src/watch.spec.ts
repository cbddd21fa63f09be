import { defineEvent } from '@turnpike/contracts';
import { z } from 'zod';
import { InProcessTransport } from './in-process/in-process-transport.js';
import { eventually } from './proof/eventually.js';
import { keptLog } from './proof/kept-log.js';
import { sampleEvent, sampleRecord, sampleTold } from './proof/sample-event.js';
import { watch, watchFor } from './watch.js';

describe('watch', () => {
  const log = keptLog();
  let transport: InProcessTransport;
  beforeEach(() => {
    log.lines.length = 0;
    transport = new InProcessTransport({ open: true });
  });
  const listen = (handle: (n: number) => void | Promise<void>, group = 'gateway') =>
    watch({ transport, group, topics: ['catalog'], on: [watchFor(sampleTold, ({ data }) => handle(data.n))], logger: log.logger });

  it('hears each event in each place that listens, also under one name', async () => {
    const heard: string[] = [];
    await listen((n) => void heard.push(`a${n}`));
    await listen((n) => void heard.push(`b${n}`));
    await transport.publish(sampleRecord('k', 1));
    expect(heard.sort()).toEqual(['a1', 'b1']);
  });

  it('hears nothing from before, and nothing after it was closed', async () => {
    const heard: number[] = [];
    await transport.publish(sampleRecord('k', 1));
    const listening = await listen((n) => void heard.push(n));
    await transport.publish(sampleRecord('k', 2));
    await listening.close();
    await transport.publish(sampleRecord('k', 3));
    expect(heard).toEqual([2]);
  });

  it('logs what a handler throws, and goes on', async () => {
    const heard: number[] = [];
    await listen((n) => {
      heard.push(n);
      if (n === 1) throw new Error('broken cache');
    });
    await transport.publish(sampleRecord('k', 1));
    await transport.publish(sampleRecord('k', 2));
    expect(heard).toEqual([1, 2]);
    expect(log.lines).toEqual([expect.objectContaining({ level: 'error', message: 'an event was not heard' })]);
  });

  it('passes over a handler that takes longer than 5 s', async () => {
    const heard: number[] = [];
    await listen((n) => (n === 1 ? new Promise<void>(() => undefined) : void heard.push(n)));
    const begun = Date.now();
    await transport.publish(sampleRecord('k', 1));
    await transport.publish(sampleRecord('k', 2));
    expect(heard).toEqual([2]);
    expect(Date.now() - begun).toBeLessThan(7_000);
    expect(log.lines[0]?.fields).toMatchObject({ err: expect.objectContaining({ message: 'not handled within 5000 ms' }) });
  });

  it('logs what it cannot read, and ignores other types', async () => {
    const heard: number[] = [];
    await listen((n) => void heard.push(n));
    await transport.publish({ topic: 'catalog', key: 'k', event: { ...sampleEvent('k', 1), data: {} } });
    await transport.publish({ topic: 'catalog', key: 'k', event: { ...sampleEvent('k', 1), type: 'catalog.other.v1' } });
    await transport.publish({ topic: 'catalog', key: 'k', event: 7 as never });
    expect([heard, log.lines.length]).toEqual([[], 2]);
  });

  it('hears several kinds of event', async () => {
    const moved = defineEvent('catalog.moved.v1', 'catalog', z.object({ n: z.int() }));
    const heard: string[] = [];
    const on = [
      watchFor(sampleTold, ({ data }) => void heard.push(`told ${data.n}`)),
      watchFor(moved, async ({ envelope }) => void heard.push(envelope.type)),
    ];
    await watch({ transport, group: 'gateway', topics: ['catalog'], on, logger: log.logger });
    await transport.publish(sampleRecord('k', 1));
    await transport.publish({ topic: 'catalog', key: 'k', event: { ...sampleEvent('k', 1), type: moved.type } });
    await eventually('both', () => heard.length === 2);
    expect(heard).toEqual(['told 1', 'catalog.moved.v1']);
  });
});
