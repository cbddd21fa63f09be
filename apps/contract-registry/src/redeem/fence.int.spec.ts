import { credentialRevoked, partChanged, principalChanged, type Caller } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import { capability, context, get, publish, redeem, refusal, startedRegistry, type StartedRegistry } from '../proof/started-registry.js';
import { ID, OTHER, relyingWorkspace, type RelyingWorkspace } from '../proof/relying-workspace.js';

// Real: PostgreSQL with the fence's functions, outbox, relay and bus, the service as it runs. The clock is moved by hand.
describe('what stands behind a redeem', () => {
  let world: StartedRegistry;
  let scene: RelyingWorkspace;
  let ann: Caller;
  let ws: string;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    scene = await relyingWorkspace(world);
    ({ ann, ws } = scene);
  });

  describe('under the fence', () => {
    it('waits for a writer that holds the lock, and then sees what it committed', async () => {
      const given = await scene.token();
      let redeemed: ReturnType<typeof redeem> | undefined;
      let settled = false;
      await world.database.tx(async (tx) => {
        await tx.query(`select pg_advisory_xact_lock(lock_key('capability:' || $1 || '/' || $2))`, [ws, ID]);
        redeemed = redeem(world, ann, ID, given);
        void redeemed.then(() => (settled = true));
        await new Promise((resolve) => setTimeout(resolve, 150));
        expect(settled).toBe(false);
        await tx.query('update capabilities set head = null where owner_workspace_id = $1 and capability_id = $2', [ws, ID]);
      });
      expect(refusal(await redeemed!).code).toBe('catalog_changed');
    });

    it('never hands out a new vector with an old contract, however often it is published meanwhile', async () => {
      const publishing = (async () => {
        for (let at = 0; at < 20; at += 1) await publish(world, ann, [capability('notes', { title: `Title ${at}` })]);
      })();
      let over = false;
      void publishing.finally(() => (over = true));
      let read = 0;
      while (!over) {
        const got = await Promise.all(Array.from({ length: 8 }, () => get(world, ann, OTHER)));
        for (const { contract } of got) expect(contract!.contract.version).toBeGreaterThan(0);
        read += got.length;
      }
      await publishing;
      expect(read).toBeGreaterThan(20);
      const rows = await world.database.query<{ contract_version: number; v_contract: string }>(
        'select contract_version, v_contract from turn_deliveries where capability_id = $1 and owner_workspace_id = $2 and contract_version::text <> v_contract',
        [OTHER, ws],
      );
      expect(rows).toEqual([]);
    });
  });

  describe('observe', () => {
    const observe = (turnId: string, parts: object[]) =>
      world.registry.observe(context, { caller: ann, turn_id: turnId, capability_id: ID, parts: parts as never });
    const turnOf = async (given: string) => {
      const answer = await redeem(world, ann, ID, given);
      if (answer.outcome !== 'redeemed') throw new Error('not redeemed');
      return answer;
    };

    it('keeps what another owner says has moved, retires the turn, and so the repair repairs without the bus', async () => {
      const given = await scene.token();
      const { turn, vector } = await turnOf(given);
      const to = String(Number(vector.connection) + 1_000_000);
      const part = { part: 'connection', key: `${ws}/crm`, from: vector.connection, to, value: { state: 'connected' } };
      const refused = refusal(await observe(turn.id, [part]));
      expect(refused).toMatchObject({
        code: 'catalog_changed',
        details: { changes: [{ part: 'connection', from: vector.connection, to }] },
        repair: { control: 'tools_get' },
      });
      expect(refusal(await redeem(world, ann, ID, given))).toEqual(refused);
      expect((await turnOf(await scene.token())).vector.connection).toBe(to);
      // Told here, since the fact that comes later is old news by then.
      const told = () => world.heard.filter(({ type, data }) => type === partChanged.type && data['to'] === to);
      await eventually(() => expect(told()).toHaveLength(1));
      await scene.connected('connected', Number(to));
      await scene.connected('connected', Number(to) + 1);
      await eventually(() => expect(world.heard.some(({ data }) => data['to'] === String(Number(to) + 1))).toBe(true));
      expect(told()).toHaveLength(1);
      expect(told()[0]?.data).toEqual({ workspace_id: ws, part: 'connection', key: `${ws}/crm`, from: vector.connection, to });
      scene.lastVersion = Number(to) + 1;
    });

    it('never goes back: older news and repeats change nothing', async () => {
      const newest = await turnOf(await scene.token());
      for (const [part, key, value] of [
        ['connection', `${ws}/crm`, { state: 'not_connected' }],
        ['price', `${ws}/${ID}`, { per_call_milli: 1 }],
      ] as const) {
        const standing = newest.vector[part];
        const { turn } = await turnOf(await scene.token());
        for (const to of [standing, String(Number(standing) - 1)])
          refusal(await observe(turn.id, [{ part, key, from: standing, to, value }]));
      }
      const after = await turnOf(await scene.token());
      expect([after.vector, after.readiness]).toEqual([newest.vector, newest.readiness]);
    });

    it("says so about another's turn without touching it", async () => {
      const given = await scene.token();
      const { turn } = await turnOf(given);
      const answer = await world.registry.observe(context, {
        caller: { ...ann, principal_id: 'us_other' },
        turn_id: turn.id,
        capability_id: ID,
        parts: [{ part: 'permission', key: 'p', from: 'held', to: 'missing' }],
      });
      expect(refusal(answer).code).toBe('catalog_changed');
      expect((await redeem(world, ann, ID, given)).outcome).toBe('redeemed');
    });
  });

  it('tells what another owner moved, once, and old news not at all', async () => {
    const told = () => world.heard.filter(({ type, data }) => type === partChanged.type && String(data['key']).startsWith(`${ws}/`)).length;
    await scene.connected('not_connected');
    await scene.price(5_000);
    await eventually(() => expect(told()).toBe(4));
    await scene.connected('connected', scene.lastVersion - 1);
    await scene.connected('connected', 1);
    await scene.price(1, scene.lastVersion);
    await scene.connected('connected');
    await eventually(() => expect(told()).toBe(5));
  });

  it('tells when what a principal may do has moved, and not when it was only told again or another role gives the same', async () => {
    const told = () =>
      world.heard
        .filter(({ type, data }) => type === partChanged.type && data['key'] === `${ws}/us_x`)
        .map(({ data }) => [data['from'], data['to']]);
    const tell = (version: number, permissions: string[], active = true) =>
      world.tell(principalChanged, ws, { workspace_id: ws, principal_id: 'us_x', active, roles: [`r${version}`], permissions, version });
    await tell(5, ['catalog.read', 'runs.read']);
    await tell(5, ['catalog.read', 'runs.read']);
    await tell(6, ['runs.read', 'catalog.read']);
    await tell(4, ['catalog.read']);
    await tell(7, ['catalog.read']);
    await tell(8, ['catalog.read'], false);
    await tell(9, [], true);
    await tell(10, ['catalog.read']);
    const expected = [
      ['0', '5'],
      ['6', '7'],
      ['7', '8'],
      ['9', '10'],
    ];
    await eventually(() => expect(told()).toEqual(expected));
  });

  it('ends the open turns of a credential that was revoked, and no others', async () => {
    const mine = await scene.token();
    const others = (await get(world, { ...ann, credential_id: 'cred_second' }, ID)).tool_turn_token;
    await world.tell(credentialRevoked, ws, {
      credential_id: ann.credential_id,
      principal_id: ann.principal_id,
      workspace_id: ws,
      reason: 'revoked',
      version: 1,
    });
    await eventually(async () => expect(refusal(await redeem(world, ann, ID, mine)).code).toBe('tool_turn_expired'));
    expect((await redeem(world, ann, ID, others)).outcome).toBe('redeemed');
  });
});
