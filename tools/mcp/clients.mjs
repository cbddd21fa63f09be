// Real clients drive the product's own MCP door: each searches, reads the contract, previews, runs, meets a contract that changed, and
// repairs by the data of the refusal alone. Prints a transcript of each. `node tools/mcp/clients.mjs [name …]`
import { randomUUID } from 'node:crypto';
import { checkNode, ensureBuilt, ensureInstalled } from '../run/prepare.mjs';
import { expectEqual, expectTrue } from '../demo/teller.mjs';
import { ensureJudges } from './prepare.mjs';

checkNode();
ensureInstalled();
ensureBuilt();
ensureJudges();
const { CAPABILITY, openWorld } = await import('./clients/world.mjs');
const inspector = await import('./clients/inspector.mjs');
const CLIENTS = {
  'official SDK v1': (await import('./clients/sdk-v1.mjs')).open,
  'official SDK v2': (await import('./clients/sdk-v2.mjs')).open,
  'Inspector CLI over HTTP': inspector.overHttp,
  'Inspector CLI by turnpike mcp': inspector.overStdio,
  fastmcp: (await import('./clients/fastmcp.mjs')).open,
};
const wanted = process.argv.slice(2);
const names = Object.keys(CLIENTS).filter((name) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

const world = await openWorld();
let failed = 0;
for (const name of names) {
  try {
    await transcript(name, CLIENTS[name]);
  } catch (error) {
    failed += 1;
    console.log(`  ✗ ${error.message}`);
  }
}
await world.close();
console.log(`${names.length - failed} of ${names.length} clients searched, ran, met a change and repaired.`);
process.exit(failed === 0 ? 0 : 1);

async function transcript(name, open) {
  const client = await open(world);
  const say = (what, answer) => console.log(`  ${what.padEnd(34)}${answer}`);
  console.log(`\n${name} (${client.speaks})`);
  const ask = async (tool, args) => {
    const { structuredContent: envelope, isError = false } = await client.call(tool, args);
    expectEqual(isError, !envelope.ok, `isError of ${tool}`);
    return envelope;
  };
  const get = async (tool, args) => {
    const envelope = await ask(tool, args);
    if (!envelope.ok) throw new Error(`${tool} was refused: ${envelope.error.code}: ${envelope.error.message}`);
    return envelope.data;
  };
  try {
    const tools = await client.list();
    expectTrue(tools.find(({ name: tool }) => tool === 'tools_search').description.includes('sandbox'), 'tools_search names the packs of the workspace');
    say('tools/list', `${tools.length} tools; tools_search names the pack sandbox`);
    const found = await get('tools_search', { goal: 'add a contact to the address book' });
    expectTrue(found.candidates.some(({ capability_id }) => capability_id === CAPABILITY), 'the capability is found');
    say('tools_search', `${found.candidates.length} candidates, ${found.runnable_contracts.length} contracts ready to run`);
    const read = await get('tools_get', { capability_id: CAPABILITY, tool_turn_token: found.tool_turn_token });
    const token = read.tool_turn_token;
    say('tools_get', `${CAPABILITY}, ${read.already_fetched ? 'already in this turn' : 'version ' + read.contract.version}`);
    const params = { name: `Made by ${name}`, email: `${randomUUID()}@transcript.example` };
    const preview = await get('tools_run', { capability_id: CAPABILITY, params, mode: 'dry_run', tool_turn_token: token });
    say('tools_run dry_run', `would ${preview.request.method} ${new URL(preview.request.url).pathname}`);
    const run = await get('tools_run', { capability_id: CAPABILITY, params, mode: 'live', tool_turn_token: token, idempotency_key: randomUUID() });
    expectEqual([run.state, (await world.contact(run.result.id)).email], ['succeeded', params.email], 'the live run');
    say('tools_run live', `${run.state}; the provider has the contact`);
    await world.change();
    const stale = await ask('tools_run', { capability_id: CAPABILITY, params: { ...params, name: 'Never' }, mode: 'live', tool_turn_token: token });
    expectEqual([stale.ok, stale.error?.code], [false, 'catalog_changed'], 'the run on a changed contract');
    say('… the contract changes; live', `${stale.error.code}: ${stale.error.details.changes[0].part} ${stale.error.details.changes[0].from} → ${stale.error.details.changes[0].to}`);
    const repaired = await get(stale.error.repair.control, stale.error.repair.arguments);
    say(`repair: ${stale.error.repair.control}`, 'a new turn with the contract as it is now');
    const again = await get('tools_run', { capability_id: CAPABILITY, params: { ...params, email: `again-${params.email}` }, mode: 'live', tool_turn_token: repaired.tool_turn_token, idempotency_key: randomUUID() });
    expectEqual([again.state, again.contract.version > run.contract.version], ['succeeded', true], 'the repaired run');
    say('tools_run live', `${again.state}, on version ${again.contract.version}`);
  } finally {
    await client.close();
  }
}
