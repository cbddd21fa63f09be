import { connectionChanged, LIMITS, priceChanged, type Caller } from '@turnpike/contracts';
import {
  callerIn,
  capability,
  context,
  done,
  get,
  needs,
  priced,
  publish,
  redeem,
  refusal,
  startedRegistry,
  type StartedRegistry,
} from '../proof/started-registry.js';

const idOf = (name: string) => `crm.${name}.read`;

// Real: PostgreSQL, the service as it runs, facts of other owners over the bus. The clock is moved by hand.
describe('delivery of a search', () => {
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

  const search = async (names: readonly string[], deliver = 5, caller = ann, owner = ws) =>
    done(
      await world.registry.deliver(context, {
        caller,
        origin: { goal: null, query_terms: ['deals', 'notes'], pack_id: null },
        ranked: names.map((name, at) => ({
          capability_id: idOf(name),
          owner_workspace_id: owner,
          score: 1 - at / 100,
          matched: [{ field: 'title', terms: [name] }],
        })),
        deliver,
      }),
    );
  const delivered = (answer: Awaited<ReturnType<typeof search>>) =>
    answer.runnable_contracts.map(({ capability_id }) => capability_id.split('.')[1]);

  it('is the top ready ones in their order, and every candidate with what stands in its way', async () => {
    await publish(world, ann, [
      capability('unconnected', needs('mail')),
      capability('unpriced', priced),
      capability('forbidden', { permission: 'capabilities.run.owner' }),
      ...['a', 'b', 'c', 'd', 'e', 'f'].map((name) => capability(name)),
    ]);
    const names = ['unconnected', 'a', 'unpriced', 'b', 'forbidden', 'c', 'd', 'e', 'f'];
    const answer = await search(names);
    expect(answer.candidates.map(({ capability_id }) => capability_id)).toEqual(names.map(idOf));
    expect(delivered(answer)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const codes = answer.candidates.map(({ ready, readiness }) => (ready ? null : readiness.reasons.map(({ code }) => code)));
    expect(codes).toEqual([['provider_missing'], null, ['price_missing'], null, ['permission_denied'], null, null, null, null]);
    for (const { capability_id, fetched, repair, score, matched } of answer.candidates) {
      expect(fetched).toBe(answer.runnable_contracts.some((each) => each.capability_id === capability_id));
      expect(repair).toEqual(fetched ? null : expect.objectContaining({ control: 'tools_get', arguments: { capability_id } }));
      expect([score > 0, matched.length]).toEqual([true, 1]);
    }
    expect(delivered(await search(names, 2))).toEqual(['a', 'b']);
    expect(delivered(await search(names, 0))).toEqual([]);
    expect(delivered(await search(names, 50))).toHaveLength(LIMITS.deliveredContracts);
  });

  it('holds what it delivered and nothing else', async () => {
    await publish(world, ann, [capability('a'), capability('b')]);
    const { tool_turn_token: token } = await search(['a', 'b'], 1);
    expect((await redeem(world, ann, idOf('a'), token)).outcome).toBe('redeemed');
    expect(refusal(await redeem(world, ann, idOf('b'), token)).code).toBe('capability_not_fetched');
    expect(await get(world, ann, idOf('b'), token)).toMatchObject({ tool_turn_token: token, already_fetched: false, note: null });
    expect((await redeem(world, ann, idOf('b'), token)).outcome).toBe('redeemed');
  });

  it('takes readiness from what other owners told', async () => {
    await publish(world, ann, [capability('a', { ...needs('mail'), ...priced })]);
    expect(delivered(await search(['a']))).toEqual([]);
    await world.tell(connectionChanged, `${ws}/mail`, {
      workspace_id: ws,
      provider_id: 'mail',
      state: 'connected',
      account: null,
      connected_at: null,
      version: 1,
    });
    expect((await search(['a'])).candidates[0]?.readiness.reasons.map(({ code }) => code)).toEqual(['price_missing']);
    await world.tell(priceChanged, `${ws}/${idOf('a')}`, {
      owner_workspace_id: ws,
      capability_id: idOf('a'),
      per_call_milli: 1_500,
      version: 1,
    });
    expect((await search(['a'])).runnable_contracts[0]?.price).toEqual({ credit_class: 'action', per_call: '1.5' });
  });

  it('drops what the index knows and the registry does not: unknown, left, disabled, of another owner', async () => {
    await publish(world, ann, [capability('a'), capability('b')]);
    await publish(world, ann, [capability('a')], { complete: true });
    expect((await search(['b', 'a', 'never'])).candidates.map(({ capability_id }) => capability_id)).toEqual([idOf('a')]);
    expect((await search(['a'], 5, callerIn(`${ws}_other`))).candidates).toEqual([]);
    expect((await search(['a'], 5, ann, 'ws_elsewhere')).candidates).toEqual([]);
    done(await world.registry.disable(context, { caller: ann, input: { pack_id: 'crm' } }));
    const nothing = await search(['a']);
    expect([nothing.candidates, nothing.runnable_contracts]).toEqual([[], []]);
    expect(nothing.tool_turn_token).toMatch(/^tt/);
  });

  it('stays within 24 KiB: one that is too large stays a candidate, and smaller ones after it still come', async () => {
    const large = (name: string, bytes: number) =>
      capability(name, { description: name[0]!.repeat(7_900), output_schema: schemaOf(bytes) });
    await publish(world, ann, [large('huge', 30_000), large('half', 5_000), large('other', 5_000), capability('small')]);
    const answer = await search(['huge', 'half', 'other', 'small']);
    expect(delivered(answer)).toEqual(['half', 'small']);
    expect(Buffer.byteLength(JSON.stringify(answer.runnable_contracts))).toBeLessThanOrEqual(LIMITS.deliveredBytes);
    expect(answer.candidates.find(({ capability_id }) => capability_id === idOf('huge'))).toMatchObject({ ready: true, fetched: false });
    expect((await get(world, ann, idOf('huge'))).contract?.capability_id).toBe(idOf('huge'));
  });
});

/** A schema of about so many bytes, with no value as long as all that. */
const schemaOf = (bytes: number) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: Math.ceil(bytes / 120) }, (_none, at) => [`field_${at}`, { type: 'string', description: 'd'.repeat(80) }]),
  ),
});
