import { table } from './table.js';

describe('table', () => {
  it('pads each column to its widest cell and ends lines without blanks', () => {
    expect(
      table(
        [
          { a_b: 'x', c: 1.23456 },
          { a_b: 'long', c: null },
        ],
        ['a_b', 'c'],
      ),
    ).toBe('a b   c\nx     1.235\nlong');
  });

  it('cuts a cell that is too wide', () => {
    expect(table([{ a: 'x'.repeat(100) }], ['a']).split('\n')[1]).toHaveLength(60);
  });
});
