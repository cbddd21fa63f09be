import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../database.js';
import { EmbeddedPostgresError } from '../embedded-postgres-error.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../start-embedded-postgres.js';
import { buildHolder, hold, openDirectory, type Holder, type HolderOptions } from './holder.js';

/** A place for servers of a spec file: one data directory a test, everything started in it is ended and removed. */
export class Bench {
  readonly place = openDirectory();
  dataDir = '';
  private readonly program = buildHolder(this.place);
  private readonly holders: Holder[] = [];
  private readonly servers: EmbeddedPostgres[] = [];
  private count = 0;

  next(): void {
    this.dataDir = join(this.place, `data-${(this.count += 1)}`);
  }

  /** In this process. */
  async start(more: { port?: number; onLost?: (why: string) => void } = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir: this.dataDir, resolveFrom: __filename, settings: { fsync: 'off' }, ...more });
    this.servers.push(server);
    return server;
  }

  /** In a process of its own. */
  async startElsewhere(options?: HolderOptions): Promise<Holder> {
    const holder = await hold(this.program, this.dataDir, options);
    this.holders.push(holder);
    return holder;
  }

  /** A start that must fail, in one line. */
  async refusal(more?: { port?: number }): Promise<EmbeddedPostgresError> {
    const error: unknown = await this.start(more).then(
      () => new Error('it started'),
      (failure: unknown) => failure,
    );
    if (!(error instanceof EmbeddedPostgresError)) throw error;
    expect(error.message).not.toContain('\n');
    return error;
  }

  async stopAll(): Promise<void> {
    for (const holder of this.holders.splice(0)) await holder.kill();
    for (const server of this.servers.splice(0)) await server.stop();
  }

  remove(): void {
    rmSync(this.place, { recursive: true, force: true });
  }

  makeDataDir(mode = 0o700): string {
    mkdirSync(this.dataDir, { recursive: true, mode });
    return this.dataDir;
  }
}

export async function on<T>(url: string | undefined, work: (db: Database) => Promise<T>): Promise<T> {
  const db = new Database({ url: url ?? '', name: 'spec' });
  return work(db).finally(() => db.close());
}

export const write = (url: string | undefined, n: number): Promise<unknown> =>
  on(url, (db) => db.query('create table if not exists kept (n int)').then(() => db.query('insert into kept values ($1)', [n])));

export const read = (server: EmbeddedPostgres): Promise<number[]> =>
  on(server.url('postgres'), async (db) => (await db.query<{ n: number }>('select n from kept order by n')).map(({ n }) => n));

export const one = (server: EmbeddedPostgres): Promise<unknown> => on(server.url('postgres'), (db) => db.query('select 1 as one'));
