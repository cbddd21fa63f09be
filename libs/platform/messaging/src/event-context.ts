/** Who and what caused an event; goes into the envelope. */
export interface EventContext {
  /** The principal that caused it, or `system`. */
  readonly actor: string;
  readonly workspace_id?: string;
  readonly correlation_id: string;
  /** The id of the event or request that led to this one. */
  readonly causation_id?: string;
  /** W3C trace context. */
  readonly traceparent?: string;
}
