import { chapter, expectEqual, expectTrue, shown, why } from './teller.mjs';

/** The example of the catalog: find what reads the credit balance, read its contract, run nothing. */
export async function findAndLook(agent) {
  chapter('Find the capability that reads this workspace’s credit balance');
  const goal = 'read the credit balance of this workspace';
  const { packs } = await agent.data('packs_route', { goal });
  expectEqual(packs[0]?.pack_id, 'credits', 'the pack that owns the outcome');
  shown(`routed “${goal}” to the pack ${packs[0].pack_id}`);
  const { contract } = await agent.data('tools_get', { capability_id: packs[0].best.capability_id });
  expectEqual([contract.capability_id, contract.action_policy, contract.cost.class], ['credits.balance.read', 'read_only', 'free'], 'its contract');
  shown(`read its contract: ${contract.title}; output ${Object.keys(contract.output_schema.properties).join(', ')}; ${contract.action_policy}, ${contract.cost.class}`);
  expectEqual((await agent.data('runs_list')).items, [], 'runs');
  shown('0 runs: looking runs nothing');
}

/** An OpenAPI document becomes a pack; the same document again publishes nothing. */
export async function importPack(agent, { document, overlay }) {
  chapter('Import a provider');
  why('One command turns an OpenAPI document into a pack; the overlay says what each operation does to the world.');
  const planned = await agent.data('packs_import', { pack_id: 'sandbox', document, overlay, plan: true });
  expectTrue(!(await agent.data('packs_list')).packs.some(({ pack_id }) => pack_id === 'sandbox'), 'a plan publishes nothing');
  shown(`planned: ${planned.operations} operations would become ${planned.published} capabilities, and nothing was published`);
  const done = await agent.data('packs_import', { pack_id: 'sandbox', document, overlay });
  expectEqual([done.published, done.left_out], [planned.published, []], 'the import');
  const listed = (await agent.data('packs_list')).packs.find(({ pack_id }) => pack_id === 'sandbox');
  expectEqual(listed.capabilities, done.published, 'the pack read back');
  shown(`imported ${done.published} capabilities; packs_list counts ${listed.capabilities}`);
  const again = await agent.data('packs_import', { pack_id: 'sandbox', document, overlay });
  expectEqual([again.published, again.unchanged], [0, done.published], 'the second import');
  shown('imported again: 0 published, every contract unchanged');

  chapter('Search');
  const found = await untilFound(agent, 'add a person to the address book', 'sandbox.contacts.create');
  const best = found.candidates[0];
  shown(`“add a person to the address book” → ${best.capability_id}, score ${best.score}`);
  expectEqual([best.ready, best.readiness.reasons[0].code], [false, 'provider_missing'], 'readiness before connecting');
  shown('found, and marked not ready: its provider was never connected here, and the repair says where to look');
  await untilFound(agent, 'build a workbook with its sheets and rows', 'sandbox.workbooks.build');
  const scoped = await agent.call('tools_search', { goal: 'build a workbook with its sheets and rows', pack_id: 'sandbox' });
  expectEqual(scoped.meta.scope.pack_id, 'sandbox', 'the scope said');
  const composite = scoped.data.candidates.find(({ preferred_composite }) => preferred_composite);
  expectEqual(composite?.capability_id, 'sandbox.workbooks.build', 'the composite');
  shown(`a scoped search says so; ${composite.capability_id} is marked as doing the work of ${composite.replaces.join(', ')}`);
}

/** The index hears of a publish over the bus, within a second. */
export async function untilFound(agent, goal, capabilityId) {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; ) {
    const found = await agent.data('tools_search', { goal, pack_id: capabilityId.split('.')[0] });
    if (found.candidates[0]?.capability_id === capabilityId) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${capabilityId} was not found first for “${goal}”`);
}
