import { contractPublished, contractWithdrawn, LIMITS, partChanged, type Caller, type Contract } from '@turnpike/contracts';
import { eventually } from '@turnpike/testing';
import {
  callerIn,
  capability,
  context,
  get,
  offer,
  publish,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';

// Real: PostgreSQL, the schema vetting worker, outbox, relay and bus, the service as it runs.
describe('publish', () => {
  let world: StartedRegistry;
  let workspaces = 0;
  let ann: Caller;
  let ws: string;
  beforeAll(async () => {
    world = await startedRegistry();
  });
  afterAll(() => world.stop());
  beforeEach(() => {
    ws = `ws_${(workspaces += 1)}`;
    ann = callerIn(ws);
  });

  const versions = () =>
    world.database.query<{ capability_id: string; contract_version: number }>(
      'select capability_id, contract_version from contract_versions where owner_workspace_id = $1 order by capability_id, contract_version',
      [ws],
    );
  const rowsOf = async () => {
    const counts = [];
    for (const [table, column] of [
      ['packs', 'owner_workspace_id'],
      ['capabilities', 'owner_workspace_id'],
      ['contract_versions', 'owner_workspace_id'],
      ['installs', 'workspace_id'],
    ])
      counts.push(...(await world.database.query(`select count(*) as n from ${table!} where ${column!} = $1`, [ws])));
    counts.push(...(await world.database.query(`select count(*) as n from outbox where event->>'workspaceid' = $1`, [ws])));
    return counts.map(({ n }) => Number(n));
  };
  const facts = (type: string) => world.heard.filter((event) => event.type === type && event.workspaceid === ws).map(({ data }) => data);

  it('makes the first version of each, enables the pack where it was published, and tells it', async () => {
    const report = await publish(world, ann, [capability('deals'), capability('notes')]);
    expect(report).toMatchObject({ pack_id: 'crm', plan: false, published: 2, unchanged: 0, removed: 0, turns_affected: 0 });
    expect(report.changes.map(({ change, from_version, to_version }) => [change, from_version, to_version])).toEqual([
      ['added', null, 1],
      ['added', null, 1],
    ]);
    expect((await get(world, ann, 'crm.deals.read')).contract?.title).toBe('Read deals');
    await eventually(() => expect(facts(contractPublished.type)).toHaveLength(2));
  });

  it('makes no version of what did not change, and says by pointer what did', async () => {
    await publish(world, ann, [capability('deals'), capability('notes')]);
    const { tool_turn_token: token } = await get(world, ann, 'crm.deals.read');
    expect(token).toMatch(/\S/);
    const report = await publish(world, ann, [capability('notes'), capability('deals', { title: 'Other' })]);
    expect(report).toMatchObject({ published: 1, unchanged: 1, removed: 0, turns_affected: 1 });
    expect(report.changes.find(({ change }) => change === 'changed')?.differences).toEqual([
      { pointer: '/title', change: 'changed', from: 'Read deals', to: 'Other' },
    ]);
    expect((await publish(world, ann, [capability('notes'), capability('deals', { title: 'Other' })])).published).toBe(0);
    expect(await versions()).toHaveLength(3);
    await eventually(() =>
      expect(facts(partChanged.type)).toEqual([{ workspace_id: ws, part: 'contract', key: `${ws}/crm.deals.read`, from: '1', to: '2' }]),
    );
  });

  it('numbers versions densely, however many publish at once', async () => {
    const titles = Array.from({ length: 12 }, (_none, at) => `Title ${at}`);
    const reports = await Promise.all(
      titles.map((title) => publish(world, ann, [capability('deals', { title }), capability(`only_${title.at(-1)!}`)])),
    );
    const numbers = reports.map(({ changes }) => changes.find(({ capability_id }) => capability_id === 'crm.deals.read')?.to_version);
    expect([...numbers].sort((a, b) => a! - b!)).toEqual(titles.map((_title, at) => at + 1));
    const stored = (await versions()).filter(({ capability_id }) => capability_id === 'crm.deals.read');
    expect(stored.map(({ contract_version }) => contract_version)).toEqual(titles.map((_title, at) => at + 1));
  });

  it('withdraws with complete what it does not name, and gives it the next version when it comes back', async () => {
    await publish(world, ann, [capability('deals'), capability('notes')]);
    const report = await publish(world, ann, [capability('deals')], { complete: true });
    expect(report).toMatchObject({ published: 0, unchanged: 1, removed: 1 });
    expect(await world.registry.get(context, { caller: ann, input: { capability_id: 'crm.notes.read' } })).toEqual({
      outcome: 'not_found',
      pack: null,
    });
    await eventually(() => expect(facts(contractWithdrawn.type)).toMatchObject([{ capability_id: 'crm.notes.read', head: null }]));
    const back = await publish(world, ann, [capability('notes')]);
    expect(back.changes).toMatchObject([{ change: 'added', from_version: null, to_version: 2 }]);
    expect((await get(world, ann, 'crm.deals.read')).contract?.contract.version).toBe(1);
  });

  it('writes nothing with plan, and reports exactly what the publish then does', async () => {
    await publish(world, ann, [capability('deals'), capability('notes')]);
    const before = await rowsOf();
    const offered = [capability('deals', { title: 'Other' }), capability('more')];
    const planned = await publish(world, ann, offered, { plan: true, complete: true, title: 'Renamed' });
    expect(await rowsOf()).toEqual(before);
    expect(planned).toMatchObject({ plan: true, published: 2, removed: 1 });
    expect(await publish(world, ann, offered, { complete: true, title: 'Renamed' })).toEqual({
      ...planned,
      plan: false,
      revision: expect.any(Number) as number,
    });
    expect(await rowsOf()).not.toEqual(before);
  });

  const deep = (levels: number): Contract['input_schema'] =>
    levels === 0 ? { type: 'string' } : { type: 'object', properties: { a: deep(levels - 1) } };
  const wide = (many: number) => ({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: many }, (_n, at) => [`p${at}`, {}])),
  });
  it.each<[string, Contract['input_schema'], string]>([
    ['nested too deep', deep(LIMITS.schemaDepth + 1), '/properties/a'],
    ['too wide', wide(LIMITS.schemaPropertiesPerObject + 1), '/properties'],
    ['a reference to elsewhere', { type: 'object', properties: { a: { $ref: 'https://elsewhere.example/a' } } }, '/properties/a'],
    ['a pattern that is no pattern', { type: 'object', properties: { a: { type: 'string', pattern: '(' } } }, '/properties/a'],
  ])('refuses a schema that is %s, with its place, and publishes nothing of the offer', async (_name, schema, pointer) => {
    for (const field of ['input_schema', 'output_schema'] as const) {
      const refused = refusal(await offer(world, ann, [capability('deals'), capability('notes', { [field]: schema })]));
      expect(refused.code).toBe('invalid_request');
      const [issue] = refused.details['issues'] as { pointer: string }[];
      expect(issue!.pointer.startsWith(`/contracts/crm.notes.read/${field}${pointer}`)).toBe(true);
    }
    expect(await rowsOf()).toEqual([0, 0, 0, 0, 0]);
  });

  it.each<[string, Contract[]]>([
    ['an id of another pack', [capability('deals'), capability('deals', { capability_id: 'erp.deals.read' })]],
    ['a contract that names another pack', [capability('deals'), capability('notes', { pack_id: 'erp' })]],
    ['an id offered twice', [capability('deals'), capability('deals', { title: 'Again' })]],
  ])('refuses %s whole', async (_name, contracts) => {
    expect(refusal(await offer(world, ann, contracts)).details['issues']).toMatchObject([
      { pointer: expect.stringMatching('^/contracts/') as string },
    ]);
    expect(await rowsOf()).toEqual([0, 0, 0, 0, 0]);
  });

  it('needs packs.write, and never touches a pack of the same name elsewhere', async () => {
    expect(refusal(await offer(world, { ...ann, permissions: ['catalog.read'] }, [capability('deals')])).code).toBe('permission_denied');
    await publish(world, ann, [capability('deals')]);
    await publish(world, callerIn(`${ws}_b`), [capability('deals', { title: 'Theirs' })]);
    expect((await get(world, ann, 'crm.deals.read')).contract).toMatchObject({ title: 'Read deals', contract: { version: 1 } });
  });

  it('keeps published contracts as they are, against any statement', async () => {
    await publish(world, ann, [capability('deals')]);
    for (const set of [`digest = 'x'`, `body = '{}'`, `permission = 'a.b'`, 'contract_version = 9'])
      await expect(world.database.query(`update contract_versions set ${set} where owner_workspace_id = $1`, [ws])).rejects.toThrow(
        'immutable',
      );
  });
});
