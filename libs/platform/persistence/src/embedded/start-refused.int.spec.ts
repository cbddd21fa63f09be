import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bench, one, read, write } from './proof/bench.js';

// Real: the PostgreSQL that npm ships, its processes and files, users and user namespaces.
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const bench = new Bench();
beforeEach(() => bench.next());
afterEach(() => bench.stopAll());
afterAll(() => bench.remove());

describe('who runs it', () => {
  it('may be an ordinary user', async () => {
    bench.makeDataDir();
    if (isRoot) chownSync(bench.dataDir, NOBODY, NOBODY);
    const holder = await bench.startElsewhere(isRoot ? { uid: NOBODY } : {});
    await write(holder.url, 1);
    expect(holder.code).toBeUndefined();
  });

  it('may be root where user namespaces are forbidden, then where they are allowed, and back', async () => {
    for (const [n, without] of [[], ['unshare'], [], ['unshare', 'setpriv']].entries()) {
      const holder = await bench.startElsewhere({ without });
      expect(holder.message).toBeUndefined();
      await write(holder.url, n);
      await holder.stop();
    }
    expect(await read(await bench.start())).toEqual([0, 1, 2, 3]);
  });

  it('may have a data directory under a closed one and a narrow umask', async () => {
    const closed = join(bench.place, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    bench.dataDir = join(closed, 'data');
    const before = process.umask(0o077);
    const server = await bench.start().finally(() => process.umask(before));
    expect(await one(server)).toEqual([{ one: 1 }]);
  });
});

describe('what stands in the way is one line with a code', () => {
  beforeEach(async () => {
    await bench.start();
    await bench.stopAll();
  });
  const file = (name: string): string => join(bench.dataDir, 'postgres', name);

  it.each([
    ['a damaged control file', 'broken', () => writeFileSync(file('global/pg_control'), Buffer.alloc(8_192))],
    ['a missing control file', 'broken', () => rmSync(file('global/pg_control'))],
    ['a lost write-ahead log', 'broken', () => rmSync(file('pg_wal'), { recursive: true })],
    ['a directory that is no cluster', 'broken', () => rmSync(file('PG_VERSION'))],
    ['a lost password', 'broken', () => rmSync(join(bench.dataDir, 'postgres.password'))],
    ['a wrong password', 'broken', () => writeFileSync(join(bench.dataDir, 'postgres.password'), 'other')],
    ['another major version', 'other_version', () => writeFileSync(file('PG_VERSION'), '17\n')],
  ])('%s: %s', async (_what, code, spoil) => {
    spoil();
    const error = await bench.refusal();
    expect(error.code).toBe(code);
    expect(error.message).toContain(bench.dataDir);
  });

  it('a file in place of the directory: unreadable', async () => {
    bench.dataDir = `${bench.dataDir}-file`;
    writeFileSync(bench.dataDir, '');
    expect((await bench.refusal()).code).toBe('unreadable');
  });

  it('lets go of the directory, so that the next start can have it', async () => {
    writeFileSync(file('PG_VERSION'), '17\n');
    await bench.refusal();
    writeFileSync(file('PG_VERSION'), '18\n');
    expect((await bench.start()).port).toBeGreaterThan(0);
  });

  it('the port asked for is taken: port_taken; the one remembered: another is found', async () => {
    const port = Number(readFileSync(join(bench.dataDir, 'postgres.port'), 'utf8'));
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect((await bench.refusal({ port })).code).toBe('port_taken');
    expect((await bench.start()).port).not.toBe(port);
    other.close();
  });

  it('a server that ends by itself: onLost is told', async () => {
    const told: string[] = [];
    const server = await bench.start({ onLost: (why) => told.push(why) });
    process.kill(Number(readFileSync(file('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    while (told.length === 0) await sleep(20);
    expect(told).toEqual([expect.stringContaining('ended by itself')]);
    await server.stop();
  });
});
