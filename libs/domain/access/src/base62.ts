const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A whole number as base62, padded with zeros to `width` digits. */
export function base62(value: bigint, width: number): string {
  let rest = value;
  let text = '';
  while (rest > 0n) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text.padStart(width, '0');
}

/** Digits that base62 needs for so many bytes. */
export const base62Width = (bytes: number): number => Math.ceil((bytes * 8) / Math.log2(62));
