/** What a handler says about a message: dealt with; try again no sooner than `after_ms`; or never going to work. */
export type Verdict =
  | { readonly verdict: 'done' }
  | { readonly verdict: 'retry'; readonly after_ms: number; readonly cause: string }
  | { readonly verdict: 'park'; readonly reason: string };

export const done: Verdict = { verdict: 'done' };
export const retry = (afterMs: number, cause: string): Verdict => ({ verdict: 'retry', after_ms: afterMs, cause });
export const park = (reason: string): Verdict => ({ verdict: 'park', reason });
