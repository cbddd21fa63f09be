import * as z from 'zod';

/** Topics, one per owner; every event type belongs to one. */
export const TOPICS = ['access', 'catalog', 'turns', 'credits', 'runs', 'connections', 'retellings'] as const;
export type Topic = (typeof TOPICS)[number];

/** CloudEvents 1.0 in structured mode; extension names are lower-case letters and digits as its rules ask. */
export const cloudEvent = z.object({
  specversion: z.literal('1.0'),
  id: z.string().min(1),
  source: z.string(),
  /** `catalog.contract-published.v1` */
  type: z.string(),
  /** The key: events of one subject keep their order. */
  subject: z.string(),
  time: z.string(),
  datacontenttype: z.literal('application/json'),
  data: z.record(z.string(), z.json()),
  traceparent: z.string().optional(),
  correlationid: z.string(),
  causationid: z.string(),
  /** The principal that caused it, or `system`. */
  actor: z.string(),
  workspaceid: z.string().optional(),
});
export type CloudEvent = z.infer<typeof cloudEvent>;

/** One kind of fact: its type, the topic it is told on, and its payload. Unknown fields are ignored by readers. */
export interface EventDefinition<T extends z.ZodType = z.ZodType> {
  readonly type: string;
  readonly topic: Topic;
  readonly data: T;
}

export const defineEvent = <T extends z.ZodType>(type: string, topic: Topic, data: T): EventDefinition<T> => ({ type, topic, data });
