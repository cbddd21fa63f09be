// Real: PostgreSQL. The bus is a list.
import { defineEvent, runMoved } from '@turnpike/contracts';
import type { FreshDatabase } from '@turnpike/testing';
import { z } from 'zod';
import { Outbox } from './outbox.js';
import { sampleTold } from './proof/sample-event.js';
import { countOf, serviceDatabase } from './proof/test-service.js';

describe('Outbox', () => {
  let service: FreshDatabase;
  let woken = 0;
  const outbox = new Outbox({ source: 'registry', topics: ['catalog'], clock: { now: () => 0 }, wake: () => void (woken += 1) });
  const context = { actor: 'user_1', correlation_id: 'req_1', workspace_id: 'ws_1', traceparent: '00-a-b-01' };
  beforeAll(async () => {
    service = await serviceDatabase('registry');
  });
  afterAll(() => service.drop());
  beforeEach(async () => {
    woken = 0;
    await service.db.query('truncate outbox');
  });

  it('writes the envelope in the transaction, and wakes the relay after the commit', async () => {
    await service.db.tx(async (tx) => {
      await outbox.append(tx, sampleTold, 'k', { n: 1 }, context);
      expect(woken).toBe(0);
    });
    expect(woken).toBe(1);
    const [row] = await service.db.query<{ topic: string; key: string; event: Record<string, unknown> }>(
      'select topic, key, event from outbox',
    );
    expect(row).toEqual({
      topic: 'catalog',
      key: 'k',
      event: {
        specversion: '1.0',
        id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        source: 'registry',
        type: 'catalog.sample-told.v1',
        subject: 'k',
        time: '1970-01-01T00:00:00.000Z',
        datacontenttype: 'application/json',
        data: { n: 1 },
        correlationid: 'req_1',
        causationid: 'req_1',
        actor: 'user_1',
        workspaceid: 'ws_1',
        traceparent: '00-a-b-01',
      },
    });
  });

  it('leaves nothing, and wakes nobody, when the transaction is rolled back', async () => {
    const work = service.db.tx(async (tx) => {
      await outbox.append(tx, sampleTold, 'k', { n: 1 }, context);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect([woken, await countOf(service.db, 'outbox')]).toEqual([0, 0]);
  });

  it('refuses a topic that is not the service’s own', async () => {
    const event = defineEvent('runs.other.v1', runMoved.topic, z.object({}));
    await expect(service.db.tx((tx) => outbox.append(tx, event, 'k', {}, context))).rejects.toThrow('registry may not write to topic runs');
  });

  it('refuses data that does not match the definition', async () => {
    const work = service.db.tx((tx) => outbox.append(tx, sampleTold, 'k', { n: 'one' } as never, context));
    await expect(work).rejects.toThrow('expected number');
    expect(await countOf(service.db, 'outbox')).toBe(0);
  });
});
