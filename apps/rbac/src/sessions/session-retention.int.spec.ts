import { eventually } from '@turnpike/testing';
import { DEFAULT_RETENTION } from '@turnpike/contracts';
import { DAY_MS, purge } from '@turnpike/platform-persistence';
import { apiKey, owner, startedRbac, type StartedRbac } from '../proof/started-rbac.js';
import { sessionRetention } from './session-retention.js';

// Real: rbac and PostgreSQL; the clock is moved by hand.
describe('sessions and codes that are over', () => {
  let world: StartedRbac;
  beforeAll(async () => {
    world = await startedRbac();
  });
  afterAll(() => world.stop());

  const clear = async (): Promise<void> => {
    for (const rule of sessionRetention(DEFAULT_RETENTION)) while (await purge(world.database, rule, world.clock.now()));
  };
  const count = async (table: string): Promise<number> =>
    (await world.database.query<{ n: number }>(`select count(*) as n from ${table}`))[0]!.n;

  it('go after their days, ended or run out, and nothing else does', async () => {
    const someone = await owner(world);
    await apiKey(world, someone.caller);
    await world.rbac.signOut({ request_id: 'r', deadline: Number.MAX_SAFE_INTEGER }, { caller: someone.caller });
    const stays = [await count('audit_entries'), await count('api_keys'), await count('memberships')];
    expect([await count('sessions'), await count('sign_in_codes')]).toEqual([1, 1]);
    world.clock.advance(DEFAULT_RETENTION.sessionDays * DAY_MS - 1_000);
    await clear();
    expect(await count('sessions')).toBe(1);
    world.clock.advance(2 * DAY_MS);
    await clear();
    expect([await count('sessions'), await count('sign_in_codes')]).toEqual([0, 0]);
    expect([await count('audit_entries'), await count('api_keys'), await count('memberships')]).toEqual(stays);
  });
});

describe('a service that starts', () => {
  it('purges by itself', async () => {
    const world = await startedRbac();
    try {
      // Its first look is at the start; the next would come a minute later, so an old row must be there before.
      await world.database.query(`insert into owner_requests values ('ws', 'us', 'old', 'f', '{}', $1)`, [new Date(0)]);
      await world.restart();
      await eventually(async () => expect(await world.database.query('select 1 as one from owner_requests')).toEqual([]));
    } finally {
      await world.stop();
    }
  });
});
