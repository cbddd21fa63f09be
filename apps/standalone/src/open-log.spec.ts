import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@turnpike/testing';
import { LOG_FILES, openLog } from './open-log.js';

// Real: files.
describe('the log in a folder', () => {
  const logDir = join(mkdtempSync(join(tmpdir(), 'turnpike-log-')), 'log');
  afterAll(() => rmSync(logDir, { recursive: true, force: true }));
  const logs = (): string[] => readdirSync(logDir).filter((name) => name.endsWith('.log'));

  it('is begun anew when it is full, keeps the newest five of the old, loses no line in between, and can be read by its owner only', async () => {
    const log = openLog({ logDir, logLevel: 'info' }, '20K');
    const text = 'x'.repeat(1_000);
    for (let n = 0; n < 300; n += 1) {
      log.logger.info({ n, text }, 'a line');
      if (n % 10 === 9) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await log.close();
    await eventually(() => expect(logs()).toHaveLength(LOG_FILES.kept + 1));
    const numbers = logs()
      .flatMap((name) => readFileSync(join(logDir, name), 'utf8').trim().split('\n'))
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as { n: number }).n)
      .sort((left, right) => left - right);
    expect(numbers.at(-1)).toBe(299);
    expect(numbers).toEqual(Array.from({ length: numbers.length }, (_none, at) => 300 - numbers.length + at));
    expect(numbers.length).toBeLessThan(200);
    expect(logs().map((name) => statSync(join(logDir, name)).mode & 0o777)).toEqual(logs().map(() => 0o600));
  }, 20_000);

  it('goes on in the same file after a start', async () => {
    const before = readFileSync(join(logDir, LOG_FILES.name), 'utf8').length;
    const log = openLog({ logDir, logLevel: 'info' });
    log.logger.info({}, 'after a start');
    await log.close();
    expect(readFileSync(join(logDir, LOG_FILES.name), 'utf8').length).toBeGreaterThan(before);
  });
});
