import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { purge } from '@turnpike/platform-persistence';
import { freshDatabase, type FreshDatabase } from '@turnpike/testing';
import { migrations } from '../migrations.js';
import { turnRetention } from './turn-retention.js';

// Real: PostgreSQL.
describe('old turns', () => {
  let fresh: FreshDatabase;
  beforeAll(async () => {
    fresh = await freshDatabase(migrations, 'registry');
  });
  afterAll(() => fresh.drop());
  beforeEach(() => fresh.db.query('delete from turns'));

  const turns = (prefix: string, many: number, minted: string, expires: string, state = 'open') =>
    fresh.db.query(
      `insert into turns (turn_id, token_hash, workspace_id, principal_id, credential_id, minted_by, minted_at, expires_at, longest_until, state)
       select $1 || n, sha256(($1 || n)::bytea), 'ws', 'us', 'c', 'get', now() + $3::interval, now() + $4::interval, now() + $4::interval, $5 from generate_series(1, $2) n`,
      [prefix, many, minted, expires, state],
    );
  const clear = () => purge(fresh.db, turnRetention(DEFAULT_RETENTION)[0]!, Date.now());
  const left = async () =>
    (await fresh.db.query<{ turn_id: string }>('select turn_id from turns order by turn_id')).map(({ turn_id }) => turn_id);

  it('go when they were minted long ago and are over, with what they delivered; what may still answer stays', async () => {
    await turns('old', 1, '-25 hours', '-24 hours');
    await turns('retired_old', 1, '-25 hours', '-24 hours', 'retired');
    await turns('retired_young', 1, '-2 hours', '-1 hours', 'retired');
    await turns('just_over', 1, '-25 hours', '-30 minutes');
    await turns('open', 1, '-1 minutes', '14 minutes');
    await fresh.db.query(
      `insert into turn_deliveries (turn_id, capability_id, owner_workspace_id, pack_id, contract_version, digest, permission, cost_class, v_contract, v_pack, v_install, v_connection, v_price, v_permission)
       values ('old1', 'a.b.c', 'ws', 'a', 1, 'd', 'p.q', 'free', '1', '1', '1', 'none', 'none', 'held')`,
    );
    expect(await clear()).toBe(false);
    expect(await left()).toEqual(['just_over1', 'open1', 'retired_young1']);
    expect(await fresh.db.query('select 1 as one from turn_deliveries')).toEqual([]);
  });

  it('go in batches of 1,000', async () => {
    await turns('old', 1_500, '-25 hours', '-24 hours');
    expect([await clear(), (await left()).length]).toEqual([true, 500]);
    expect([await clear(), (await left()).length]).toEqual([false, 0]);
  });
});
