import { LIMITS, type Caller } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  done,
  get,
  publish,
  redeem,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';
import { LOOK_EVERY } from './limit-turns.js';

const ID = 'crm.deals.read';

// Real: PostgreSQL, the service as it runs.
describe('the most turns of a principal', () => {
  let world: StartedRegistry;
  let workspaces = 0;
  let ann: Caller;
  let ws: string;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    ws = `ws_${(workspaces += 1)}`;
    ann = callerIn(ws);
    await publish(world, ann, [capability('deals')]);
  });

  const ranked = () => [{ capability_id: ID, owner_workspace_id: ws, score: 1, matched: [] }];
  const bySearch = async (caller: Caller) => {
    const origin = { goal: 'read deals', query_terms: null, pack_id: null };
    return done(await world.registry.deliver(context, { caller, origin, ranked: ranked(), deliver: 1 })).tool_turn_token;
  };
  const byGet = async (caller: Caller) => (await get(world, caller, ID)).tool_turn_token;
  const openTurns = async (principalId: string) => {
    const [row] = await world.database.query<{ n: number }>(
      `select count(*) as n from turns where workspace_id = $1 and principal_id = $2 and state = 'open'`,
      [ws, principalId],
    );
    return row?.n ?? 0;
  };
  const hasMinted = (many: number, principalId: string) =>
    world.database.query(
      `insert into turns (turn_id, token_hash, workspace_id, principal_id, credential_id, minted_by, minted_at, expires_at, longest_until)
       select 'turn_' || $1 || $2 || n, sha256(($1 || $2 || n)::bytea), $1, $2, 'c', 'get', now() + n * interval '1 microsecond', now() + interval '10 minutes', now() + interval '1 hour'
       from generate_series(1, $3) n`,
      [ws, principalId, many],
    );

  it.each([
    ['search', bySearch],
    ['get', byGet],
  ])('is kept by the oldest, minted by %s', async (_name, mint) => {
    const oldest = await mint(ann);
    await hasMinted(LIMITS.turnsPerPrincipal, ann.principal_id);
    const minted = [];
    for (let more = 0; more < LOOK_EVERY; more += 1) {
      minted.push(await mint(ann));
      expect(await openTurns(ann.principal_id)).toBeLessThanOrEqual(LIMITS.turnsPerPrincipal + LOOK_EVERY);
    }
    expect(await openTurns(ann.principal_id)).toBe(LIMITS.turnsPerPrincipal);
    expect(refusal(await redeem(world, ann, ID, oldest)).code).toBe('tool_turn_expired');
    for (const token of minted) expect((await redeem(world, ann, ID, token)).outcome).toBe('redeemed');
  });

  it('is looked at when a principal first mints, as after a restart, and takes nothing of another', async () => {
    const other = { ...ann, principal_id: 'us_other' };
    const theirs = await byGet(other);
    await hasMinted(LIMITS.turnsPerPrincipal + 300, ann.principal_id);
    const first = await byGet(ann);
    expect(await openTurns(ann.principal_id)).toBe(LIMITS.turnsPerPrincipal);
    expect((await redeem(world, ann, ID, first)).outcome).toBe('redeemed');
    expect((await redeem(world, other, ID, theirs)).outcome).toBe('redeemed');
  });
});
