/** Credits inside Turnpike: an integer of 1/1000 credit. */
export type Milli = number;

const DECIMAL = /^(0|[1-9]\d{0,11})(?:\.(\d{1,3}))?$/;

/** `"12.5"` → 12500. Null when the text is not a decimal of at most 12 digits before and 3 after the point. */
export function parseCredits(text: string): Milli | null {
  const match = DECIMAL.exec(text);
  if (!match) return null;
  return Number(match[1]) * 1000 + Number((match[2] ?? '').padEnd(3, '0'));
}

/** 12500 → `"12.5"`: the wire form, without trailing zeros. */
export function formatCredits(milli: Milli): string {
  if (!Number.isSafeInteger(milli)) throw new RangeError('credits must be a safe integer of 1/1000');
  const sign = milli < 0 ? '-' : '';
  const whole = Math.floor(Math.abs(milli) / 1000);
  const rest = String(Math.abs(milli) % 1000)
    .padStart(3, '0')
    .replace(/0+$/, '');
  return rest === '' ? `${sign}${whole}` : `${sign}${whole}.${rest}`;
}
