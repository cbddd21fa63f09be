import { readQuery } from './read-query.js';

const weightOf = (text: string, term: string): number => readQuery(text).terms.find((each) => each.term === term)?.weight ?? 0;

describe('readQuery', () => {
  it('tells the clauses that a word stands in', () => {
    const { clauses, terms } = readQuery('collect overdue invoices, then archive invoices');
    expect(clauses).toBe(2);
    expect(terms.find(({ term }) => term === 'invoic')?.clauses).toBe(0b11);
    expect(terms.find(({ term }) => term === 'overdu')?.clauses).toBe(0b01);
    expect(terms.find(({ term }) => term === 'archiv')?.clauses).toBe(0b10);
  });

  it('takes "and" for the beginning of another step', () => {
    const { clauses, terms } = readQuery('collect overdue invoices and archive ledgers');
    expect(clauses).toBe(2);
    expect(terms.find(({ term }) => term === 'archiv')?.clauses).toBe(0b10);
  });

  it('damps a repeated word: more than once, less than twice', () => {
    expect(weightOf('invoice', 'invoic')).toBe(1);
    expect(weightOf('invoice invoice', 'invoic')).toBeGreaterThan(1);
    expect(weightOf('invoice invoice', 'invoic')).toBeLessThan(2);
  });

  it('lets a common word stand in for another, for less, and never for one that was said', () => {
    expect(weightOf('delete', 'remov')).toBeGreaterThan(0);
    expect(weightOf('delete', 'remov')).toBeLessThan(0.5);
    expect(weightOf('delete or remove', 'remov')).toBe(1);
  });

  it('reads no more than 64 terms and 16 clauses', () => {
    const long = readQuery(
      Array.from(
        { length: 300 },
        (_, at) => `x${'abcdefghij'[at % 10]}${'klmnopqrst'[Math.floor(at / 10) % 10]}${'uvw'[Math.floor(at / 100)]}`,
      ).join(', '),
    );
    expect(long.terms).toHaveLength(64);
    expect(long.clauses).toBe(16);
    expect(Math.max(...long.terms.map(({ clauses }) => clauses))).toBe(1 << 15);
  });

  it('reads nothing in a text without words', () => {
    expect(readQuery(' — ')).toEqual({ terms: [], clauses: 0 });
  });
});
