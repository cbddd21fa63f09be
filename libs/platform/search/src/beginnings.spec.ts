import { Beginnings } from './beginnings.js';

const of = (...terms: string[]): Beginnings => {
  const beginnings = new Beginnings(3, 9);
  for (const term of terms) beginnings.add(term);
  return beginnings;
};

describe('Beginnings', () => {
  it('finds what a word begins, and what it begins with, nearest in length first', () => {
    expect(of('repositori', 'repo', 'report', 'rep').alike('repos')).toEqual(['repo', 'rep', 'repositori']);
  });

  it('leaves out the term itself, and what is too far from it', () => {
    const near = new Beginnings(4, 3);
    for (const term of ['translat', 'translationes', 'translation', 'tran']) near.add(term);
    expect(near.alike('translat')).toEqual(['translation']);
  });

  it('does not depend on the order of what it was told', () => {
    expect(of('docb', 'doca').alike('doc')).toEqual(of('doca', 'docb').alike('doc'));
  });

  it('finds nothing for short words and numbers', () => {
    expect(of('id', 'identiti', '2024').alike('id')).toEqual([]);
    expect(of('2024').alike('202')).toEqual([]);
  });

  it('names at most 5, and none that is gone', () => {
    const many = of(...Array.from('abcdefgh', (letter) => `word${letter}`));
    expect(many.alike('word')).toEqual(['worda', 'wordb', 'wordc', 'wordd', 'worde']);
    many.remove('worda');
    expect(many.alike('word')[0]).toBe('wordb');
  });
});
