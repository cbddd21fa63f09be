import type { Meta, Refusal } from '@turnpike/contracts';

type PartialMeta = Omit<Partial<Meta>, 'request_id' | 'took_ms' | 'workspace_id'>;

/** What a control or operation came to; the dispatcher makes the envelope. */
export type Outcome =
  | { readonly kind: 'done'; readonly data: unknown; readonly webUrl?: string; readonly meta?: PartialMeta }
  | { readonly kind: 'refused'; readonly refusal: Refusal; readonly meta?: PartialMeta }
  /** An envelope that was rendered and stored when the run ended: the same bytes for everyone who asks. */
  | { readonly kind: 'stored'; readonly text: string; readonly replayed: boolean };

export const doneWith = (data: unknown, meta?: PartialMeta): Outcome => ({ kind: 'done', data, ...(meta && { meta }) });
export const refusedWith = (refusal: Refusal, meta?: PartialMeta): Outcome => ({ kind: 'refused', refusal, ...(meta && { meta }) });

/** Hands a service's `done | refused` on. */
export const fromService = (answer: { outcome: 'done'; value: unknown } | { outcome: 'refused'; refusal: Refusal }): Outcome =>
  answer.outcome === 'done' ? doneWith(answer.value) : refusedWith(answer.refusal);
