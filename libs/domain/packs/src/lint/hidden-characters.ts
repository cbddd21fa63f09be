/**
 * Characters without a shape of their own: zero-width and invisible ones, marks that turn the direction of text around, tag characters
 * (a hidden copy of ASCII) and supplementary variation selectors (hidden bytes), controls other than tab and line ends.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\u{13430}-\u{1345f}\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const ALL_HIDDEN = new RegExp(HIDDEN.source, 'gu');

const ZERO_WIDTH_JOINERS = '\u200c\u200d';
const EMOJI_STYLE = '\ufe0e\ufe0f';
const PICTOGRAPH_BEFORE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const PICTOGRAPH_AFTER = /^\p{Extended_Pictographic}/u;
const EMOJI_BEFORE = /\p{Emoji}$/u;
/** Scripts in which joiners change how letters are written. */
const JOINED_BEFORE =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]$/u;
const JOINED_AFTER = new RegExp(`^${JOINED_BEFORE.source.slice(0, -1)}`, 'u');

/** A joiner within an emoji or a word of a joining script, and the emoji style mark, are how such text is written. */
function isWriting(text: string, at: number, character: string): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  const after = text.slice(at + character.length, at + character.length + 2);
  if (EMOJI_STYLE.includes(character)) return EMOJI_BEFORE.test(before);
  if (!ZERO_WIDTH_JOINERS.includes(character)) return false;
  return (PICTOGRAPH_BEFORE.test(before) && PICTOGRAPH_AFTER.test(after)) || (JOINED_BEFORE.test(before) && JOINED_AFTER.test(after));
}

/** The hidden characters of a text as `U+200B`, each named once, in the order of the text. */
export function hiddenCharacters(text: string): string[] {
  if (!HIDDEN.test(text)) return [];
  const named = [...text.matchAll(ALL_HIDDEN)]
    .filter(({ 0: character, index }) => !isWriting(text, index, character))
    .map(([character]) => `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`);
  return [...new Set(named)];
}

/** The same text as a person sees it. */
export const withoutHidden = (text: string): string =>
  HIDDEN.test(text) ? text.replace(ALL_HIDDEN, (character, at: number) => (isWriting(text, at, character) ? character : '')) : text;
