import { createHash } from 'node:crypto';

const NEARBY = 'aeiostrn';

/**
 * A text with one slip in one of its three longest words, never at a word's ends: a letter left out, swapped with the next,
 * changed or doubled. Which one follows from the text alone.
 */
export function slip(text) {
  const words = [...text.matchAll(/[a-z]{5,}/gi)].sort((a, b) => b[0].length - a[0].length || a.index - b.index);
  if (words.length === 0) return text;
  const [place, letter, word, kind] = createHash('sha256').update(`slip ${text}`).digest();
  const { 0: right, index } = words[word % Math.min(3, words.length)];
  const at = 1 + (place % (right.length - 2));
  const [before, after] = [right.slice(0, at), right.slice(at + 1)];
  const wrong = [
    before + after,
    before + after[0] + right[at] + after.slice(1),
    before + NEARBY[letter % NEARBY.length] + after,
    before + right[at] + right[at] + after,
  ][kind % 4];
  return text.slice(0, index) + wrong + text.slice(index + right.length);
}
