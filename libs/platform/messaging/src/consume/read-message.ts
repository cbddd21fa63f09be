import { cloudEvent } from '@turnpike/contracts';
import { contentDigest } from '@turnpike/kernel';
import type { DeliveredRecord } from '../event-transport.js';
import type { ReceivedEvent, Subscription } from '../subscription.js';

/** What a record turned out to be for a reader. `ignored`: of a type it does not handle. `unfit`: it can never be handled. */
export type Reading =
  | { readonly kind: 'ignored' }
  | { readonly kind: 'unfit'; readonly eventId: string; readonly cause: string }
  | { readonly kind: 'message'; readonly eventId: string; readonly event: ReceivedEvent; readonly subscription: Subscription };

/** Reads without ever throwing: the bus may carry what another build, or a fault, has written. */
export function readMessage(subscriptions: readonly Subscription[], record: DeliveredRecord): Reading {
  const envelope = cloudEvent.safeParse(record.event);
  if (!envelope.success) return { kind: 'unfit', eventId: `unreadable:${digestOf(record)}`, cause: 'the envelope is not readable' };
  const { data, ...rest } = envelope.data;
  const subscription = subscriptions.find(({ event }) => event.type === rest.type);
  if (!subscription) return { kind: 'ignored' };
  const parsed = subscription.event.data.safeParse(data);
  if (parsed.success) return { kind: 'message', eventId: rest.id, event: { data: parsed.data, envelope: rest }, subscription };
  // Places and rules only: a value may be what nobody should read in a log.
  const issues = parsed.error.issues.slice(0, 5).map((issue) => `/${issue.path.join('/')} ${issue.code}`);
  return { kind: 'unfit', eventId: rest.id, cause: `the data does not match ${rest.type}: ${issues.join(', ')}` };
}

function digestOf(record: DeliveredRecord): string {
  try {
    return contentDigest([record.topic, record.key, record.event ?? null]);
  } catch {
    return contentDigest([record.topic, record.key, String(record.event)]); // not even JSON
  }
}
