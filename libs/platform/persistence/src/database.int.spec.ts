import { freshDatabase, type FreshDatabase } from '@turnpike/testing';
import { baseMigration } from './base-migration.js';
import { Database } from './database.js';
import { lockKey } from './lock-key.js';
import { migrate, MigrationMismatch } from './migrate.js';
import { onceByKey } from './once-by-key.js';
import { raiseEra } from './raise-era.js';
import { StoreUnavailable } from './store-unavailable.js';

// Real: PostgreSQL.
describe('Database', () => {
  let fresh: FreshDatabase;
  beforeEach(async () => {
    fresh = await freshDatabase([baseMigration]);
  });
  afterEach(() => fresh.drop());

  it('reads int8 as a number and refuses one that a number cannot hold', async () => {
    const [row] = await fresh.db.query('select 9007199254740991::bigint as big');
    expect(row).toEqual({ big: Number.MAX_SAFE_INTEGER });
    await expect(fresh.db.query('select 9007199254740992::bigint as big')).rejects.toThrow(RangeError);
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
