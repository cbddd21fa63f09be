import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { asEmbeddedError, explainFailure } from './explain-failure.js';

describe('explainFailure', () => {
  // Words of the real programs, each seen with its cause made.
  it.each([
    ['no_space', 'FATAL:  could not write to file "pg_wal/xlogtemp.30424": No space left on device'],
    ['no_space', 'FATAL:  could not extend file "base/1/2691": wrote only 4096 of 8192 bytes at block 9'],
    ['port_taken', 'LOG:  could not bind IPv4 address "127.0.0.1": Address already in use\nFATAL:  could not create any TCP/IP sockets'],
    ['in_use', 'FATAL:  lock file "postmaster.pid" already exists'],
    ['broken', 'PANIC:  could not locate a valid checkpoint record at 0/1534A60'],
    ['broken', 'FATAL:  incorrect checksum in control file'],
    ['unreadable', 'initdb: error: could not access directory "/root/x": Permission denied'],
    ['unreadable', 'spawn /root/x/native/bin/initdb EACCES'],
    ['unreadable', 'FATAL:  data directory "/d/postgres" has wrong ownership'],
    ['did_not_start', 'FATAL:  could not map anonymous shared memory: Cannot allocate memory'],
    ['did_not_start', ''],
  ] as const)('%s: %s', (code, said) => {
    const error = explainFailure('/data', said);
    expect(error.code).toBe(code);
    expect(error.message).not.toContain('\n');
    expect(error.message.length).toBeLessThan(600);
    if (said) expect(error.message).toContain(said.split('\n').at(-1));
  });

  it('cuts what a program says at length', () => {
    expect(explainFailure('/data', `FATAL: ${'x'.repeat(10_000)}`).message.length).toBeLessThan(600);
  });

  it('turns failures of the file system into the same form, and leaves bugs as they are', () => {
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    expect(asEmbeddedError('/data', full)).toMatchObject({ code: 'no_space' });
    const known = new EmbeddedPostgresError('in_use', 'x');
    expect(asEmbeddedError('/data', known)).toBe(known);
    const bug = new TypeError('x is not a function');
    expect(asEmbeddedError('/data', bug)).toBe(bug);
  });
});
