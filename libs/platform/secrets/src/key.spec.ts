import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadOrCreateMasterKey } from './index.js';

describe('loadOrCreateMasterKey', () => {
  const directory = mkdtempSync(join(tmpdir(), 'turnpike-key-'));
  const path = join(directory, 'master.key');
  afterEach(() => rmSync(path, { force: true }));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('makes a key once, readable by its owner only, and leaves nothing beside it', () => {
    const made = loadOrCreateMasterKey(path);
    expect(made.key).toHaveLength(32);
    expect(loadOrCreateMasterKey(path)).toEqual(made);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory)).toEqual(['master.key']);
  });

  it('closes a file that others could read', () => {
    loadOrCreateMasterKey(path);
    chmodSync(path, 0o644);
    loadOrCreateMasterKey(path);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.each(['', 'k1', 'k1:c2hvcnQ=', ':AAAA'])('refuses %j rather than make another key', (content) => {
    writeFileSync(path, content);
    expect(() => loadOrCreateMasterKey(path)).toThrow(/is no master key/);
  });
});
