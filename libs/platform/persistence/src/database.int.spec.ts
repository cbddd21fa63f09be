import { baseMigration } from './base-migration.js';
import { Database } from './database.js';
import { lockKey } from './lock-key.js';
import { migrate, MigrationMismatch, type Migration } from './migrate.js';
import { onceByKey } from './once-by-key.js';
import { ownDatabase, type OwnDatabase } from './proof/own-database.js';
import { raiseEra } from './raise-era.js';
import { StoreUnavailable } from './store-unavailable.js';

// Real: PostgreSQL.
const freshDatabase = (migrations: readonly Migration[]) => ownDatabase(process.env['TURNPIKE_TEST_POSTGRES'], migrations);

describe('Database', () => {
  let fresh: OwnDatabase;
  beforeEach(async () => {
    fresh = await freshDatabase([baseMigration]);
  });
  afterEach(() => fresh.drop());

  it('reads int8 as a number and refuses one that a number cannot hold', async () => {
    const [row] = await fresh.db.query('select 9007199254740991::bigint as big');
    expect(row).toEqual({ big: Number.MAX_SAFE_INTEGER });
    await expect(fresh.db.query('select 9007199254740992::bigint as big')).rejects.toThrow(RangeError);
  });

  it('reads arrays of int8 as numbers, timestamptz as Date and jsonb as a value', async () => {
    const [row] = await fresh.db.query(
      `select '{1,null,9007199254740991}'::bigint[] as many, '2026-01-02 03:04:05.678+02'::timestamptz as at, '{"a":[1]}'::jsonb as doc`,
    );
    expect(row).toEqual({ many: [1, null, Number.MAX_SAFE_INTEGER], at: new Date('2026-01-02T01:04:05.678Z'), doc: { a: [1] } });
    await expect(fresh.db.query(`select '{9007199254740992}'::bigint[] as many`)).rejects.toThrow(RangeError);
  });

  it('prepares a named statement once a connection', async () => {
    const prepared = await fresh.db.tx(async (tx) => {
      for (const n of [1, 2, 3]) await tx.query({ name: 'plus-one', text: 'select $1::int + 1 as sum' }, [n]);
      return tx.query(`select name, generic_plans + custom_plans as plans from pg_prepared_statements where name = 'plus-one'`);
    });
    expect(prepared).toEqual([{ name: 'plus-one', plans: 3 }]);
  });

  it('shows its name to the server and limits how long a statement runs', async () => {
    const [row] = await fresh.db.query(
      `select current_setting('application_name') as name, current_setting('statement_timeout') as most, current_setting('transaction_isolation') as level`,
    );
    expect(row).toEqual({ name: 'test', most: '15s', level: 'read committed' });
  });

  it('refuses to commit when a failed statement was swallowed', async () => {
    const told: string[] = [];
    const swallowed = fresh.db.tx(async (tx) => {
      tx.onCommit(() => told.push('never'));
      await tx.query(`insert into inbox (consumer, event_id) values ('c', 'e')`);
      await tx.query('select 1 / 0').catch(() => undefined);
    });
    await expect(swallowed).rejects.toThrow(/rolled back/);
    expect(told).toEqual([]);
  });

  it('takes no statement after the transaction ended', async () => {
    const kept = await fresh.db.tx(async (tx) => tx);
    await expect(kept.query('select 1')).rejects.toThrow(/ended/);
  });

  it('answers StoreUnavailable at once when too many wait for a connection', async () => {
    const small = new Database({ url: fresh.url, name: 'small', maxConnections: 1, maxWaiting: 2 });
    const asked = await Promise.allSettled([1, 2, 3, 4].map(() => small.query('select pg_sleep(0.05)')));
    expect(asked.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(asked[3]).toMatchObject({ reason: expect.any(StoreUnavailable) });
    await small.close();
  });

  it('rolls everything back when the work throws, and runs onCommit only after a commit', async () => {
    const told: string[] = [];
    const failing = fresh.db.tx(async (tx) => {
      tx.onCommit(() => told.push('never'));
      await tx.query(`insert into inbox (consumer, event_id) values ('c', 'e')`);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await fresh.db.tx(async (tx) => tx.onCommit(() => told.push('committed')));
    expect(told).toEqual(['committed']);
    expect(await fresh.db.query('select * from inbox')).toEqual([]);
  });

  it('says StoreUnavailable when the server cannot be reached', async () => {
    const lost = new Database({ url: 'postgres://x:y@127.0.0.1:1/none', name: 'lost' });
    await expect(lost.query('select 1')).rejects.toThrow(StoreUnavailable);
    await expect(lost.tx(async () => 1)).rejects.toThrow(StoreUnavailable);
    await lost.close();
    const elsewhere = new Database({ url: `${fresh.url}_absent`, name: 'elsewhere' });
    await expect(elsewhere.query('select 1')).rejects.toThrow(StoreUnavailable);
    await elsewhere.close();
  });

  it('says StoreUnavailable when the connection is cut under a transaction', async () => {
    const cut = fresh.db.tx(async (tx) => {
      const [row] = await tx.query<{ pid: number }>('select pg_backend_pid() as pid');
      await fresh.db.query('select pg_terminate_backend($1)', [row?.pid]);
      await tx.query('select 1');
    });
    await expect(cut).rejects.toThrow(StoreUnavailable);
    expect(await fresh.db.query('select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('gives the same lock key in SQL and here', async () => {
    for (const text of ['', 'pack:ws_1/crm', 'connection:ä/中文', 'x'.repeat(5_000)]) {
      const [row] = await fresh.db.query('select lock_key($1)::text as key', [text]);
      expect(row).toEqual({ key: lockKey(text) });
    }
    expect(lockKey('pack', 'ws_1', 'crm')).toBe(lockKey('pack:ws_1/crm'));
  });

  it('never gives a version number out twice, an era raised included', async () => {
    const draw = async () => (await fresh.db.query<{ v: number }>('select next_version() as v'))[0]?.v ?? 0;
    const before = [await draw(), await draw()];
    await raiseEra(fresh.db);
    await fresh.db.query('alter sequence version_numbers restart with 1');
    const after = await draw();
    expect(after).toBeGreaterThan(Math.max(...before));
  });
});

describe('migrate', () => {
  it('applies each migration once when several replicas start together', async () => {
    const fresh = await freshDatabase([]);
    const migrations = [baseMigration, { id: '0001-t', sql: 'create table t (n int); insert into t values (1)' }];
    await Promise.all([1, 2, 3, 4].map(() => migrate(fresh.db, migrations)));
    expect(await fresh.db.query('select n from t')).toEqual([{ n: 1 }]);
    await fresh.drop();
  });

  it('keeps what was applied before the one that fails, and goes on from there', async () => {
    const fresh = await freshDatabase([]);
    const good = { id: '0001-t', sql: 'create table t (n int)' };
    await expect(migrate(fresh.db, [good, { id: '0002-u', sql: 'create table u (n int); select 1 / 0' }])).rejects.toThrow(/division/);
    expect(await fresh.db.query('select id from schema_migrations')).toEqual([{ id: '0001-t' }]);
    await migrate(fresh.db, [good, { id: '0002-u', sql: 'create table u (n int)' }]);
    expect(await fresh.db.query('select * from u')).toEqual([]);
    await fresh.drop();
  });

  it('lets a step run longer than a statement may', async () => {
    const fresh = await freshDatabase([]);
    await migrate(fresh.db, [{ id: '0001-a', sql: `create table seen as select current_setting('statement_timeout') as most` }]);
    expect(await fresh.db.query('select most from seen')).toEqual([{ most: '1h' }]);
    await fresh.drop();
  });

  it('refuses two migrations of one id', async () => {
    const twice = [1, 2].map((n) => ({ id: '0001-a', sql: `select ${n}` }));
    await expect(freshDatabase(twice)).rejects.toThrow(/one id/);
  });

  it('refuses a migration that was edited, and a database from a newer build', async () => {
    const fresh = await freshDatabase([{ id: '0001-a', sql: 'select 1' }]);
    await expect(migrate(fresh.db, [{ id: '0001-a', sql: 'select 2' }])).rejects.toThrow(MigrationMismatch);
    await expect(migrate(fresh.db, [])).rejects.toThrow(/does not know/);
    await fresh.drop();
  });
});

describe('onceByKey', () => {
  const request = { workspaceId: 'w', principalId: 'p', key: 'k', fingerprint: 'f' };

  it('does the work once for 20 parallel repeats and answers the others what was stored', async () => {
    const fresh = await freshDatabase([baseMigration]);
    let done = 0;
    const once = () =>
      fresh.db.tx((tx) =>
        onceByKey<{ secret: string | null }>(tx, request, async () => {
          done += 1;
          return { response: { secret: 's' }, stored: { secret: null } };
        }),
      );
    const outcomes = await Promise.all(Array.from({ length: 20 }, once));
    expect(done).toBe(1);
    expect(outcomes.filter((each) => each.outcome === 'done' && each.response.secret === 's')).toHaveLength(1);
    const other = await fresh.db.tx((tx) => onceByKey(tx, { ...request, fingerprint: 'g' }, async () => ({ response: 1, stored: 1 })));
    expect(other).toEqual({ outcome: 'conflict' });
    await fresh.drop();
  });
});
