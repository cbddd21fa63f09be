import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { takeOwnership } from './owner-file.js';

describe('takeOwnership', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-owner-'));
  const lock = join(dataDir, 'owner.json.lock');
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  it('waits while another judges the same dead owner', async () => {
    writeFileSync(lock, '');
    let taken = false;
    const taking = takeOwnership(dataDir, 'spec').then((ownership) => {
      taken = true;
      return ownership;
    });
    await sleep(600);
    expect(taken).toBe(false);
    rmSync(lock);
    (await taking).release();
  });

  it('does not wait for one that was killed at it', async () => {
    writeFileSync(lock, '');
    utimesSync(lock, new Date(Date.now() - 10_000), new Date(Date.now() - 10_000));
    (await takeOwnership(dataDir, 'spec')).release();
  });

  it('is refused a second time and given again after release', async () => {
    const ownership = await takeOwnership(dataDir, 'spec');
    await expect(takeOwnership(dataDir, 'spec')).rejects.toMatchObject({ code: 'in_use' });
    ownership.release();
    (await takeOwnership(dataDir, 'spec')).release();
  });
});
