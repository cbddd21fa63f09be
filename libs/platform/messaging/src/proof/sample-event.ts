import { cloudEvent, defineEvent, type CloudEvent } from '@turnpike/contracts';
import { newId } from '@turnpike/kernel';
import { z } from 'zod';
import type { EventRecord } from '../event-transport.js';

/** A fact of the specs: number `n` of its key. */
export const sampleTold = defineEvent('catalog.sample-told.v1', 'catalog', z.object({ n: z.int() }));

export const sampleEvent = (key: string, n: number): CloudEvent =>
  cloudEvent.parse({
    specversion: '1.0',
    id: newId('evt'),
    source: 'spec',
    type: sampleTold.type,
    subject: key,
    time: '2026-01-01T00:00:00.000Z',
    datacontenttype: 'application/json',
    data: { n },
    correlationid: 'req_1',
    causationid: 'req_1',
    actor: 'system',
  });

export const sampleRecord = (key: string, n: number): EventRecord => ({ topic: 'catalog', key, event: sampleEvent(key, n) });

/** The `n` of a delivered sample. */
export const numberIn = (record: { readonly event: unknown }): number => (record.event as { data: { n: number } }).data.n;
