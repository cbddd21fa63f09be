import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Bench, on, one, read, write } from './proof/bench.js';
import { byLockFile, sweepOrphans } from './sweep-orphans.js';

// Real: the PostgreSQL that npm ships, its processes and files, other processes that own it and are killed.
const bench = new Bench();
beforeEach(() => bench.next());
afterEach(() => bench.stopAll());
afterAll(() => bench.remove());

describe('a data directory', () => {
  it('keeps data and port from one start to the next, and its secrets to its owner', async () => {
    const first = await bench.start();
    await first.createDatabases(['a', 'b-c']);
    await first.createDatabases(['a', 'b-c', 'd']);
    await write(first.url('postgres'), 1);
    await bench.stopAll();
    const second = await bench.start();
    expect(second.port).toBe(first.port);
    expect(second.port).toBeLessThan(32_768);
    expect(await read(second)).toEqual([1]);
    expect(await on(second.url('b-c'), (db) => db.query('select current_database() as name'))).toEqual([{ name: 'b-c' }]);
    for (const file of ['postgres.password', 'owner.json']) expect(statSync(join(bench.dataDir, file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(bench.dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('asks for the password', async () => {
    const server = await bench.start();
    const url = server.url('postgres').replace(/:[^:@]+@/, ':wrong@');
    await expect(on(url, (db) => db.query('select 1'))).rejects.toThrow(/password/);
  });

  it('says nothing of statements in its log', async () => {
    const server = await bench.start();
    await expect(on(server.url('postgres'), (db) => db.query(`select 'canary-77'::int`))).rejects.toThrow(/canary-77/);
    expect(readFileSync(join(bench.dataDir, 'postgres.log'), 'utf8')).not.toContain('canary-77');
  });

  it('is made anew when the first start was cut short', async () => {
    mkdirSync(join(bench.dataDir, 'postgres.new/base'), { recursive: true });
    const server = await bench.start();
    expect(await one(server)).toEqual([{ one: 1 }]);
    expect(existsSync(join(bench.dataDir, 'postgres.new'))).toBe(false);
  });
});

describe('after a kill -9 of the owner', () => {
  it.each([
    ['where the server dies with it', []],
    ['where the server outlives it', ['setpriv']],
  ])('the next start has every acknowledged row, %s', async (_where, without) => {
    for (const n of [1, 2, 3]) {
      const holder = await bench.startElsewhere({ without });
      await write(holder.url, n);
      await holder.kill();
    }
    expect(await read(await bench.start())).toEqual([1, 2, 3]);
  });

  it('the server is gone at once', async () => {
    const holder = await bench.startElsewhere();
    await holder.kill();
    await sleep(500);
    await expect(on(holder.url, (db) => db.query('select 1'))).rejects.toThrow(/ECONNREFUSED|does not answer/);
  });

  it('only one of several that start together gets the directory', async () => {
    await (await bench.startElsewhere({ without: ['setpriv'] })).kill();
    const started = await Promise.all([1, 2, 3].map(() => bench.startElsewhere({ without: ['setpriv'] })));
    expect(started.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(started.flatMap(({ code }) => code ?? [])).toEqual(['in_use', 'in_use']);
  });

  it('the server is found by its lock file where there is no /proc', async () => {
    const holder = await bench.startElsewhere({ without: ['setpriv'] });
    await holder.kill();
    const pgData = join(bench.dataDir, 'postgres');
    expect(byLockFile(pgData)).toHaveLength(1);
    await sweepOrphans(pgData, byLockFile);
    expect(byLockFile(pgData)).toEqual([]);
    await expect(on(holder.url, (db) => db.query('select 1'))).rejects.toThrow(/does not answer/);
  });
});

describe('a second live instance', () => {
  it('is refused with the process that has the directory, which goes on', async () => {
    const holder = await bench.startElsewhere();
    await write(holder.url, 1);
    const { code, message } = await bench.refusal();
    expect(code).toBe('in_use');
    expect(message).toContain(`in use by process ${holder.pid} (the holder)`);
    await write(holder.url, 2);
    await holder.stop();
    expect(await read(await bench.start())).toEqual([1, 2]);
  });

  it('is refused within one process too', async () => {
    const server = await bench.start();
    expect((await bench.refusal()).code).toBe('in_use');
    expect(await one(server)).toEqual([{ one: 1 }]);
  });

  it('is refused while an owner that cannot be seen from here shows signs of life, and not when it shows none', async () => {
    bench.makeDataDir();
    const file = join(bench.dataDir, 'owner.json');
    writeFileSync(file, JSON.stringify({ pid: 1, started: '1', space: 'another machine', note: 'elsewhere' }));
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 300);
    expect((await bench.refusal()).message).toContain('process 1 (elsewhere)');
    clearInterval(beat);
    utimesSync(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect((await bench.start()).port).toBeGreaterThan(0);
  });

  it('takes over from a process id that was given to another process since', async () => {
    bench.makeDataDir();
    const holder = await bench.startElsewhere();
    const owner = JSON.parse(readFileSync(join(bench.dataDir, 'owner.json'), 'utf8')) as object;
    await holder.kill();
    writeFileSync(join(bench.dataDir, 'owner.json'), JSON.stringify({ ...owner, pid: process.pid }));
    writeFileSync(join(bench.dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`);
    expect((await bench.start()).port).toBeGreaterThan(0);
  });
});
