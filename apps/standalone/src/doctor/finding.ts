/** One thing that was looked at. `next` is the command, or the deed, that mends it; null where nothing need be done. */
export interface Finding {
  readonly check: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly next: string | null;
}

export const good = (check: string, detail: string): Finding => ({ check, ok: true, detail, next: null });
export const bad = (check: string, detail: string, next: string): Finding => ({ check, ok: false, detail, next });
