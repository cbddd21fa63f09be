import { isNestedDeeper } from './yaml-nesting.js';

/** Tokens by hand: `kind` or `kind:text`. */
const deeper = (words: string, most: number): boolean => isNestedDeeper(words.split(' '), (token) => token.split(':')[0] ?? null, most);

describe('isNestedDeeper', () => {
  it.each([
    ['flow collections, closed ones not counted', 'flow-seq-start flow-seq-end flow-map-start flow-seq-start', 2],
    ['items of one line', 'seq-item-ind seq-item-ind newline seq-item-ind', 2],
    ['keys without end', 'map-value-ind explicit-key-ind', 2],
  ])('%s', (_name, tokens, depth) => {
    expect([deeper(tokens, depth), deeper(tokens, depth - 1)]).toEqual([false, true]);
  });

  it('indentation counts at the start of a line only', () => {
    expect(
      isNestedDeeper(
        ['\n', '        ', 'x', '        '],
        (token) => (token === '\n' ? 'newline' : token.trim() === '' ? 'space' : 'scalar'),
        3,
      ),
    ).toBe(true);
    expect(
      isNestedDeeper(['\n', 'x', '          '], (token) => (token === '\n' ? 'newline' : token.trim() === '' ? 'space' : 'scalar'), 3),
    ).toBe(false);
  });
});
