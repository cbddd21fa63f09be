import { stemmer } from 'stemmer';
import { STOP_WORDS } from './stop-words.js';

const MOST_TERMS = 2_000;
const HAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu;

/** Stems of a text's words: names split at case and digits, stop words left out; scripts without spaces as pairs of characters. */
export function tokenize(text: string): string[] {
  const terms: string[] = [];
  const split = text
    .normalize('NFKC')
    .replace(HAN, (run) => ` ${pairsOf(run).join(' ')} `)
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{L})(\d)/gu, '$1 $2')
    .replace(/(\d)(\p{L})/gu, '$1 $2')
    .toLowerCase();
  for (const [word] of split.matchAll(/[\p{L}\p{N}]+/gu)) {
    if (STOP_WORDS.has(word)) continue;
    terms.push(/^[a-z]+$/.test(word) ? stemmer(word) : word);
    if (terms.length === MOST_TERMS) break;
  }
  return terms;
}

function pairsOf(run: string): string[] {
  const chars = [...run];
  return chars.length < 2 ? chars : chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`);
}
