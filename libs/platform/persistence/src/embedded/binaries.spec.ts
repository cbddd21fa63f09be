import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinaries, makeLinks } from './binaries.js';

describe('makeLinks', () => {
  const root = mkdtempSync(join(tmpdir(), 'turnpike-links-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it('makes the links that the blocked install script did not, once', () => {
    mkdirSync(join(root, 'native/lib'), { recursive: true });
    const links = ['libpq.so.5', 'libpq.so'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }));
    writeFileSync(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
    makeLinks(root);
    makeLinks(root);
    expect(readlinkSync(join(root, 'native/lib/libpq.so'))).toBe('libpq.so.5.18');
    expect(readlinkSync(join(root, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });
});

describe('findBinaries', () => {
  it('finds what npm installed, and says so where it installed none', () => {
    expect(findBinaries(__filename)).toMatchObject({ major: '18', postgres: expect.stringContaining('native/bin/postgres') as string });
    expect(() => findBinaries('/nowhere/main.js')).toThrow(/is not installed: run npm install/);
  });
});
