import type { CloudEvent, EventDefinition } from '@turnpike/contracts';
import { newId, toTimestamp } from '@turnpike/kernel';
import type { z } from 'zod';
import type { EventContext } from './event-context.js';

/**
 * Builds the one envelope there is (CloudEvents 1.0). The data is checked by the event's own schema first; what does not
 * match is a bug of the writer and throws.
 */
export function buildEnvelope<E extends EventDefinition>(
  origin: { readonly source: string; readonly now: number },
  event: E,
  key: string,
  data: z.infer<E['data']>,
  context: EventContext,
): CloudEvent {
  return {
    specversion: '1.0',
    id: newId('evt'),
    source: origin.source,
    type: event.type,
    subject: key,
    time: toTimestamp(origin.now),
    datacontenttype: 'application/json',
    data: event.data.parse(data) as CloudEvent['data'],
    correlationid: context.correlation_id,
    // What nothing caused (a timer, a person's request) is caused by its own request.
    causationid: context.causation_id ?? context.correlation_id,
    actor: context.actor,
    ...(context.traceparent === undefined ? {} : { traceparent: context.traceparent }),
    ...(context.workspace_id === undefined ? {} : { workspaceid: context.workspace_id }),
  };
}

/** What a handler passes on when its effect tells a fact in turn: same correlation, the event it handles as the cause. */
export const contextOf = (envelope: Omit<CloudEvent, 'data'>): EventContext => ({
  actor: envelope.actor,
  correlation_id: envelope.correlationid,
  causation_id: envelope.id,
  ...(envelope.traceparent === undefined ? {} : { traceparent: envelope.traceparent }),
  ...(envelope.workspaceid === undefined ? {} : { workspace_id: envelope.workspaceid }),
});
