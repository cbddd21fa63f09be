import { capability, publish, callerIn, startedRegistry, type StartedRegistry } from '../proof/started-registry.js';

// Real: PostgreSQL, the service as it runs.
describe('the turns that a publish would retire', () => {
  let world: StartedRegistry;
  const ann = callerIn('ws_affected');
  let n = 0;
  beforeAll(async () => {
    world = await startedRegistry();
    await publish(world, ann, [capability('deals'), capability('notes')]);
  });
  afterAll(() => world.stop());
  beforeEach(() => world.database.query('delete from turns'));

  const turns = (many: number, { state = 'open', left = '10 minutes', since = '0', names = ['deals'] } = {}) =>
    world.database.query(
      `with minted as (
         insert into turns (turn_id, token_hash, workspace_id, principal_id, credential_id, minted_by, expires_at, longest_until, state)
         select 'turn_' || $1 || n, sha256(($1 || n)::bytea), 'ws_other', 'us', 'c', 'get', now() + $3::interval, now() + interval '1 hour', $4 from generate_series(1, $2) n
         returning turn_id)
       insert into turn_deliveries (turn_id, capability_id, owner_workspace_id, pack_id, contract_version, digest, permission, cost_class,
                                    v_contract, v_pack, v_install, v_connection, v_price, v_permission, delivered_at)
       select turn_id, 'crm.' || name || '.read', 'ws_affected', 'crm', 1, 'd', 'p.q', 'free', '1', '1', '1', 'none', 'none', 'held', now() - $5::interval
       from minted, unnest($6::text[]) name`,
      [`t${(n += 1)}_`, many, left, state, since, names],
    );
  const affected = async (names = ['deals']) =>
    (
      await publish(
        world,
        ann,
        names.map((name) => capability(name, { title: `Title ${(n += 1)}` })),
        { plan: true },
      )
    ).turns_affected;

  it('are those that are open and hold a contract that changes, each once', async () => {
    await turns(7);
    await turns(3, { names: ['deals', 'notes'] });
    await turns(20, { state: 'retired' });
    await turns(20, { state: 'ended' });
    await turns(20, { left: '-1 seconds' });
    await turns(20, { names: ['other'] });
    expect(await affected()).toBe(10);
    expect(await affected(['deals', 'notes'])).toBe(10);
    expect(await affected(['notes'])).toBe(3);
    expect(await affected(['more'])).toBe(0);
  });

  it('are looked for among what was delivered lately, and no more than 1,000 of it', async () => {
    await turns(1_200);
    expect(await affected()).toBe(1_000);
    await world.database.query('delete from turns');
    await turns(5, { since: '61 minutes' });
    expect(await affected()).toBe(0);
  });
});
