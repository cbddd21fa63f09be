import { stem } from 'porter2';
import { STOP_WORDS } from './stop-words.js';

const MOST_TERMS = 2_000;
/** Longer words are cut: nobody types them, and stored ones would only fill the vocabulary. */
const LONGEST_WORD = 64;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/**
 * Stems of a text's words, at most 2,000: names split at case and digits, stop words left out; scripts without spaces
 * as pairs of characters. English is stemmed by Porter2, which keeps apart what the first Porter algorithm joins
 * (news and new, general and generous) and joins what that keeps apart (sky and skies).
 */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  for (const [word] of split(text).matchAll(/[\p{L}\p{N}]+/gu)) {
    if (STOP_WORDS.has(word)) continue;
    const cut = word.slice(0, LONGEST_WORD);
    terms.push(/^[a-z]+$/.test(cut) ? stem(cut) : cut);
    if (terms.length === MOST_TERMS) break;
  }
  return terms;
}

function split(text: string): string {
  return text
    .normalize('NFKC')
    .replace(HAN, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase();
}

function pairsOf(run: string): string[] {
  const chars = [...run];
  return chars.length < 2 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`);
}
