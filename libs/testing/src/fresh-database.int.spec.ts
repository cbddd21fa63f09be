import { baseMigration } from '@turnpike/platform-persistence';
import { freshDatabase } from './fresh-database.js';

// Real: PostgreSQL.
describe('freshDatabase', () => {
  const migrations = [baseMigration, { id: '0001-t', sql: 'create table t (n int); insert into t values (1)' }];

  it('gives each caller a migrated database of its own, ten at once', async () => {
    const all = await Promise.all(Array.from({ length: 10 }, () => freshDatabase(migrations)));
    await all[0]?.db.query('insert into t values (2)');
    const counts = await Promise.all(all.map(({ db }) => db.query('select count(*) as n from t')));
    expect(counts.flat()).toEqual([{ n: 2 }, ...Array.from({ length: 9 }, () => ({ n: 1 }))]);
    expect(await all[1]?.db.query('select next_version() as v')).toEqual([{ v: 2 ** 40 + 1 }]);
    await Promise.all(all.map((fresh) => fresh.drop()));
  });

  it('leaves nothing behind for migrations that fail, and makes them anew when they are mended', async () => {
    await expect(freshDatabase([{ id: '0001-a', sql: 'select 1 / 0' }])).rejects.toThrow(/division/);
    await expect(freshDatabase([{ id: '0001-a', sql: 'select 1 / 0' }])).rejects.toThrow(/division/);
    await (await freshDatabase([{ id: '0001-a', sql: 'select 1' }])).drop();
  });

  it('removes the database, open connections or not', async () => {
    const fresh = await freshDatabase([]);
    const other = await freshDatabase([]);
    const name = new URL(fresh.url).pathname.slice(1);
    await fresh.db.query('select 1');
    await fresh.drop();
    expect(await other.db.query('select 1 from pg_database where datname = $1', [name])).toEqual([]);
    await other.drop();
  });
});
