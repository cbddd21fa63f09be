import { DEFAULT_RETENTION, type RetentionDays } from '@turnpike/contracts';
import { DAY_MS, purge } from '@turnpike/platform-persistence';
import { freshDatabase, type FreshDatabase } from '@turnpike/testing';
import { migrations } from '../migrations.js';
import { runRetention } from './run-retention.js';

// Real: PostgreSQL.
describe('runs and keys that are over', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase(migrations, 'orchestrator');
  });
  afterAll(() => fresh.drop());
  beforeEach(() => fresh.db.query('delete from runs'));

  /** A run with an event and a key, that ended so many days ago; null: it has not ended. */
  const run = (id: string, state: string, ended: number | null, created = (ended ?? 0) + 0.01, many = 1) =>
    fresh.db.query(
      `with one as (
         insert into runs (run_id, admission_id, workspace_id, principal_id, credential_id, capability_id, owner_workspace_id, contract_version,
           digest, turn_id, v_connection, params, state, fingerprint, request_id, web_url_base, created_at, not_after, ended_at)
         select $1 || n, $1 || n, 'ws', 'us', 'c', 'a.b.c', 'ws', 1, 'd', 't', 'none', '{}', $2, 'f', 'r', '', now() - $4 * interval '1 day', now(),
           now() - $3::float8 * interval '1 day' from generate_series(1, $5::int) n returning run_id, created_at)
       , event as (insert into run_events (run_id, sequence, type, state, at) select run_id, 1, 'queued', 'queued', now() from one)
       insert into run_keys (workspace_id, principal_id, key, fingerprint, run_id, created_at) select 'ws', 'us', run_id, 'f', run_id, created_at from one`,
      [id, state, ended, created, many],
    );
  const names = async (table: string, column: string): Promise<unknown[]> =>
    (await fresh.db.query(`select ${column} as name from ${table} order by 1`)).map(({ name }) => name);
  /** Until nothing more goes; answers how many batches that took. */
  const clear = async (days: Partial<RetentionDays> = {}, table?: string): Promise<number> => {
    let batches = 0;
    for (const rule of runRetention({ ...DEFAULT_RETENTION, ...days }))
      if (table === undefined || rule.table === table)
        for (let more = true; more; batches += 1) more = await purge(fresh.db, rule, Date.now());
    return batches;
  };

  it('go after their days, with their events; keys sooner, so that they may be used again', async () => {
    await run('ancient', 'succeeded', 91);
    await run('old', 'failed', 8);
    await run('young', 'cancelled', 6);
    await clear();
    expect(await names('runs', 'run_id')).toEqual(['old1', 'young1']);
    expect(await names('run_events', 'run_id')).toEqual(['old1', 'young1']);
    expect(await names('run_keys', 'key')).toEqual(['young1']);
  });

  it('stay while they are not over, or nobody knows how they ended, and keep their key, however old', async () => {
    await run('queued', 'queued', null, 400);
    await run('running', 'running', null, 400);
    await run('unknown', 'unknown', 400);
    await clear();
    expect(await names('runs', 'run_id')).toEqual(['queued1', 'running1', 'unknown1']);
    expect(await names('run_keys', 'key')).toEqual(['queued1', 'running1', 'unknown1']);
  });

  it('keep an answer for its days counted from the end, not from the call', async () => {
    await run('slow', 'succeeded', 1, 8);
    await clear();
    expect(await names('run_keys', 'key')).toEqual(['slow1']);
  });

  it('wait for their key where keys are kept longer than runs', async () => {
    await run('kept', 'succeeded', 20);
    await clear({ runDays: 10, idempotencyDays: 30 });
    expect(await names('runs', 'run_id')).toEqual(['kept1']);
    await clear({ runDays: 10, idempotencyDays: 15 });
    expect(await names('runs', 'run_id')).toEqual([]);
  });

  it('go in batches of 200', async () => {
    await run('many', 'succeeded', 91, 91.01, 450);
    await clear({}, 'run_keys');
    const [, runs] = runRetention(DEFAULT_RETENTION);
    const left = async () => (await names('runs', 'run_id')).length;
    expect([await purge(fresh.db, runs!, Date.now()), await left()]).toEqual([true, 250]);
    expect([await clear({}, 'runs'), await left()]).toEqual([2, 0]);
  });

  it('answers to owner actions go after their days', async () => {
    const add = (key: string, days: number) =>
      fresh.db.query(`insert into owner_requests values ('ws', 'us', $1, 'f', '{}', $2)`, [key, new Date(Date.now() - days * DAY_MS)]);
    await add('old', 7.1);
    await add('young', 6.9);
    await clear();
    expect(await names('owner_requests', 'key')).toEqual(['young']);
  });
});
