import { hear, send, sendInOrder } from '../proof/bus.js';
import { describeEventTransport } from '../proof/describe-event-transport.js';
import { eventually, sleep } from '../proof/eventually.js';
import { keptLog } from '../proof/kept-log.js';
import { sampleRecord } from '../proof/sample-event.js';
import { TransportUnavailable } from '../transport-unavailable.js';
import { InProcessTransport } from './in-process-transport.js';
import { TRANSPORT_LIMITS } from './transport-limits.js';

describeEventTransport('InProcessTransport', async () => {
  const transport = new InProcessTransport({ open: true });
  return { transport, close: () => transport.close() };
});

/** Whether a promise is settled by now. */
async function isSettled(work: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void work.then(
    () => (settled = true),
    () => (settled = true),
  );
  await sleep(20);
  return settled;
}

describe('InProcessTransport', () => {
  it('takes a record only when every group has settled it', async () => {
    const transport = new InProcessTransport({ open: true });
    let letGo: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (letGo = resolve));
    await hear(transport, 'fast');
    await hear(transport, 'slow', { handle: () => slow });
    const published = transport.publish(sampleRecord('k', 1));
    expect(await isSettled(published)).toBe(false);
    letGo();
    await published;
  });

  it('holds what is published until it is opened, when all have subscribed', async () => {
    const transport = new InProcessTransport();
    const early = await hear(transport, 'early');
    const published = transport.publish(sampleRecord('k', 1));
    expect(await isSettled(published)).toBe(false);
    const late = await hear(transport, 'late');
    transport.open();
    await published;
    expect([early.all, late.all]).toEqual([['k:1'], ['k:1']]);
  });

  it('refuses, and says why in the log, when it is not opened for 10 s', async () => {
    const log = keptLog();
    const transport = new InProcessTransport({ logger: log.logger });
    await expect(transport.publish(sampleRecord('k', 1))).rejects.toThrow('the bus was not opened');
    expect(log.lines).toEqual([expect.objectContaining({ level: 'error', message: expect.stringContaining('call open()') })]);
  }, 15_000);

  it('refuses what a durable group that has left should hear', async () => {
    const transport = new InProcessTransport({ open: true });
    const heard = await hear(transport, 'a');
    await heard.subscription.close();
    await expect(transport.publish(sampleRecord('k', 1))).rejects.toThrow(TransportUnavailable);
  });

  it('refuses at once what waits behind a handler when the group leaves', async () => {
    const transport = new InProcessTransport({ open: true });
    const heard = await hear(transport, 'a', { handle: () => sleep(100) });
    const first = transport.publish(sampleRecord('k', 1));
    const second = transport.publish(sampleRecord('k', 2));
    const refused = expect(second).rejects.toThrow('has left');
    await sleep(10);
    await heard.subscription.close();
    await Promise.all([first, refused]);
  });

  it('keeps the order of a key also when a publisher does not wait', async () => {
    const transport = new InProcessTransport({ open: true });
    let tries = 0;
    const heard = await hear(transport, 'a', {
      handle: async (_record, n) => (n === 1 && (tries += 1) < 3 ? { settled: false, again_after_ms: 10 } : undefined),
    });
    await Promise.all([1, 2, 3].map((n) => transport.publish(sampleRecord('k', n))));
    expect(heard.all).toEqual(['k:1', 'k:2', 'k:3']);
  });

  it('tells the publisher after three throws in a row, so that it can turn to other keys', async () => {
    const transport = new InProcessTransport({ open: true });
    let calls = 0;
    await hear(transport, 'a', {
      handle: async () => {
        calls += 1;
        throw new Error('no database');
      },
    });
    await expect(transport.publish(sampleRecord('k', 1))).rejects.toThrow('did not settle');
    expect(calls).toBe(TRANSPORT_LIMITS.throws);
  });

  it('works on at most four keys of a group at once', async () => {
    const transport = new InProcessTransport({ open: true });
    let working = 0;
    let most = 0;
    await hear(transport, 'a', {
      handle: async () => {
        most = Math.max(most, ++working);
        await sleep(5);
        working -= 1;
      },
    });
    await Promise.all(Array.from({ length: 30 }, (_, n) => transport.publish(sampleRecord(`k${n}`, n))));
    expect(most).toBe(TRANSPORT_LIMITS.keysAtOnce);
  });

  it('refuses more than 10,000 queued records of a group', async () => {
    const transport = new InProcessTransport({ open: true });
    let letGo: () => void = () => undefined;
    const stuck = new Promise<void>((resolve) => (letGo = resolve));
    const heard = await hear(transport, 'a', { handle: () => stuck });
    const queued = Array.from({ length: TRANSPORT_LIMITS.queued }, (_, n) => transport.publish(sampleRecord('k', n)));
    await expect(transport.publish(sampleRecord('k', 1))).rejects.toThrow('is full');
    letGo();
    await Promise.all(queued);
    expect(heard.all).toHaveLength(TRANSPORT_LIMITS.queued);
  });

  it('refuses everything once closed', async () => {
    const transport = new InProcessTransport({ open: true });
    await transport.close();
    await expect(transport.publish(sampleRecord('k', 1))).rejects.toThrow('closed');
  });

  it('brings records twice and late when asked to, and none is lost', async () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const transport = new InProcessTransport({ open: true, faults: { duplicate: 0.3, reorder: 0.3, delay: 0.3, withinMs: 20, random } });
    const heard = await hear(transport, 'a');
    await sendInOrder(
      transport,
      Array.from({ length: 60 }, (_, n) => sampleRecord('k', n)),
    );
    await transport.calm();
    expect(new Set(heard.all).size).toBe(60);
    expect(heard.all.length).toBeGreaterThan(60);
    const first = [...new Set(heard.all)];
    expect(first).not.toEqual(Array.from({ length: 60 }, (_, n) => `k:${n}`));
    transport.misbehave();
    await send(transport, sampleRecord('k', 60));
    await eventually('the last', () => heard.all.at(-1) === 'k:60');
  });
});
