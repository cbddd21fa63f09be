import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { CLUSTER_FOLDER, FILES_ENTRY, platformHere, type AboutBackup } from './backup-format.js';
import { readArchive } from './read-archive.js';
import { writeArchive } from './write-archive.js';

type Entry = { name: string; content: string };

// Real: files; archives that are whole to gzip and to tar, but not what was backed up.
describe('the archive of a backup', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-archive-'));
  const file = join(folder, 'whole');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const about: AboutBackup = {
    format: 'turnpike-backup/1',
    product: '1',
    made_at: '2026-01-01T00:00:00.000Z',
    postgres: '18',
    platform: platformHere(),
    key_id: 'k',
    services: {},
  };
  const tarOf = (entries: readonly Entry[]) => {
    const made = pack();
    for (const { name, content } of entries) made.entry({ name }, content);
    made.finalize();
    return made;
  };
  async function entriesOf(path: string): Promise<Entry[]> {
    const source = extract();
    source.end(gunzipSync(readFileSync(path)));
    const entries: Entry[] = [];
    for await (const entry of source) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer);
      entries.push({ name: entry.header.name, content: Buffer.concat(chunks).toString() });
    }
    return entries;
  }
  async function read(path: string): Promise<string[]> {
    const names: string[] = [];
    await readArchive(path, {
      about: () => undefined,
      folder: () => undefined,
      file: async (name, content) => {
        for await (const _chunk of content);
        names.push(name);
      },
    });
    return names;
  }
  /** Writes the archive anew with its entries changed, as somebody would who means to. */
  async function changed(change: (entries: Entry[]) => Entry[]): Promise<string> {
    const made = tarOf(change(await entriesOf(file)));
    const chunks: Buffer[] = [];
    for await (const chunk of made) chunks.push(chunk as Buffer);
    const path = join(folder, 'changed');
    writeFileSync(path, gzipSync(Buffer.concat(chunks)));
    return path;
  }

  beforeAll(async () => {
    const cluster = tarOf([
      { name: './PG_VERSION', content: '18' },
      { name: 'base/1', content: 'rows' },
    ]);
    expect(await writeArchive(file, { about, password: 'p', cluster: cluster as never })).toBe(3);
  });

  it('is read as it was written', async () => {
    expect(await read(file)).toEqual(['postgres.password', `${CLUSTER_FOLDER}/PG_VERSION`, `${CLUSTER_FOLDER}/base/1`]);
    expect(await read(await changed((entries) => entries))).toHaveLength(3);
  });

  it.each<[string, (entries: Entry[]) => Entry[], RegExp]>([
    [
      'a file altered',
      (all) => all.map((each) => (each.name.endsWith('base/1') ? { ...each, content: 'rowz' } : each)),
      /base\/1 is missing or altered/,
    ],
    ['a file missing', (all) => all.filter(({ name }) => !name.endsWith('base/1')), /base\/1 is missing or altered/],
    ['a file added', ([first, ...rest]) => [first!, { name: `${CLUSTER_FOLDER}/x`, content: 'x' }, ...rest], /postgres\/x was added/],
    ['no list of its files', (all) => all.filter(({ name }) => name !== FILES_ENTRY), /its last part is missing/],
    [
      'a path that leads out',
      ([first, ...rest]) => [first!, { name: `${CLUSTER_FOLDER}/../../x`, content: 'x' }, ...rest],
      /holds the path/,
    ],
    ['something else first', ([, ...rest]) => rest, /is no backup of Turnpike/],
    ['nothing in it', () => [], /it is empty/],
  ])('is refused with %s', async (_what, change, says) => {
    await expect(read(await changed(change))).rejects.toThrow(says);
  });
});
