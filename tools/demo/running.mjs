import { chapter, expectEqual, expectTrue, shown } from './teller.mjs';

const CREATE = 'sandbox.contacts.create';
const ADA = { name: 'Ada Lovelace', email: 'ada@demo.example' };

/** Connect, inspect, preview, do, and do not do twice. */
export async function runModes({ agent, owner, provider, token }) {
  chapter('Connect the provider');
  await owner.data('connections_create', { provider_id: 'sandbox', credential: { type: 'bearer', token } }, { idempotencyKey: 'demo-connect' });
  expectEqual((await agent.data('integrations_list')).integrations.find(({ provider_id }) => provider_id === 'sandbox').state, 'connected', 'the integration');
  const listed = JSON.stringify(await owner.data('connections_list'));
  expectTrue(!listed.includes(token), 'the credential is not shown');
  shown('connected; integrations_list says so, and the credential is shown nowhere');

  chapter('Read the contract, look, then do');
  const token1 = await readyToken(agent);
  const missing = await agent.refusal('tools_run', { capability_id: CREATE, params: ADA, tool_turn_token: token1 });
  expectEqual(missing.code, 'mode_required', 'no mode');
  shown(`no mode named: mode_required, allowed ${missing.details.allowed.join(', ')}; nothing defaults to live`);
  const guess = await agent.refusal('tools_run', { capability_id: CREATE, params: { ...ADA, emial: 'x' }, mode: 'dry_run', tool_turn_token: token1 });
  expectEqual([guess.code, guess.details.issues[0].pointer, guess.details.issues[0].nearest], ['invalid_request', '/emial', 'email'], 'a guessed field');
  shown('a guessed field: invalid_request at /emial, nearest email');
  const before = (await provider.requests()).length;
  const inspected = await agent.data('tools_run', { capability_id: CREATE, params: ADA, mode: 'smoke_test', tool_turn_token: token1 });
  const preview = await agent.data('tools_run', { capability_id: CREATE, params: ADA, mode: 'dry_run', tool_turn_token: token1 });
  expectEqual((await provider.requests()).length, before, 'requests at the provider');
  shown(`smoke_test: ${inspected.action_policy}, input valid; dry_run: ${preview.request.method} ${new URL(preview.request.url).pathname}; the provider heard nothing`);
  const run = await agent.data('tools_run', { capability_id: CREATE, params: ADA, mode: 'live', tool_turn_token: token1, idempotency_key: 'demo-ada' });
  expectEqual(run.state, 'succeeded', 'the live run');
  const sent = (await provider.requests()).at(-1);
  expectEqual([sent.method, Buffer.from(sent.body_base64, 'base64').toString('utf8')], [preview.request.method, preview.request.body], 'what was sent');
  const contact = await provider.read(`/v1/contacts/${run.result.id}`);
  expectEqual([contact.name, contact.email], [ADA.name, ADA.email], 'the contact at the provider');
  shown(`live: ${run.run_id} succeeded; the provider has ${contact.name}, and was sent exactly what the preview showed`);
  expectEqual((await agent.data('runs_get', { run_id: run.run_id })).state, 'succeeded', 'the run read back');
  await replayAndFollow(agent, provider, run, token1);
  await pricedRun({ agent, owner, provider });
}

async function replayAndFollow(agent, provider, run, token) {
  const heard = (await provider.requests()).length;
  const repeat = await agent.replay('tools_run', { capability_id: CREATE, params: ADA, mode: 'live', tool_turn_token: token, idempotency_key: 'demo-ada' });
  expectEqual([repeat.replayed, repeat.envelope.data.run_id, (await provider.requests()).length], [true, run.run_id, heard], 'the repeat');
  shown('the same key again: the same run’s stored answer, and the provider heard nothing');
  const conflict = await agent.refusal('tools_run', { capability_id: CREATE, params: { ...ADA, name: 'Grace' }, mode: 'live', tool_turn_token: token, idempotency_key: 'demo-ada' });
  expectEqual(conflict.code, 'idempotency_conflict', 'the key for another call');
  shown('the same key for another call: idempotency_conflict');
  const states = [];
  for await (const followed of agent.follow(run.run_id)) states.push(followed.event.state);
  expectEqual(states, ['queued', 'running', 'succeeded'], 'the events');
  shown(`its events, streamed: ${states.join(' → ')}`);
}

const ENROLL = 'sandbox.sequences.enroll';

/** A priced capability: the owner sets the price, a live call is answered with it, and nothing is spent. */
async function pricedRun({ agent, owner, provider }) {
  const params = { sequence_id: 'seq_1005', contact_id: 'con_1001' };
  const unpriced = await agent.data('tools_get', { capability_id: ENROLL });
  expectEqual(unpriced.contract.readiness.reasons[0].code, 'price_missing', 'readiness without a price');
  await owner.data('prices_set', { capability_id: ENROLL, per_call: '2.5' }, { idempotencyKey: 'demo-price' });
  const token = await readyToken(agent, ENROLL);
  const preview = await agent.data('tools_run', { capability_id: ENROLL, params, mode: 'dry_run', tool_turn_token: token });
  const heard = (await provider.requests()).length;
  const refused = await agent.refusal('tools_run', { capability_id: ENROLL, params, mode: 'live', tool_turn_token: token });
  expectEqual([refused.code, refused.details.estimate.credits, preview.estimate.credits], ['quote_required', '2.5', '2.5'], 'the quote');
  expectEqual((await provider.requests()).length, heard, 'requests at the provider');
  shown(`${ENROLL} costs 2.5 credits a call: dry_run says so, and live answers quote_required; nothing was sent, nothing spent`);
}

/** The contract changes under a turn: refused with what changed, and the repair repairs. */
export async function changeAndRepair({ agent, owner, provider, document, overlay }) {
  chapter('The contract changes while a turn is open');
  const token = await readyToken(agent);
  const changed = JSON.parse(document);
  changed.paths['/v1/contacts'].post.summary = 'Add a contact to the shared address book.';
  const published = await agent.data('packs_import', { pack_id: 'sandbox', document: JSON.stringify(changed), overlay: withoutSummary(overlay) });
  expectEqual(published.changes.find(({ capability_id }) => capability_id === CREATE).change, 'changed', 'the publish');
  const history = await agent.data('contracts_history', { capability_id: CREATE });
  shown(`the pack’s owner publishes version ${history.versions[0].version} of ${CREATE}; ${published.unchanged} others are unchanged`);
  const params = { name: 'Grace Hopper', email: 'grace@demo.example' };
  const heard = (await provider.requests()).length;
  const refused = await agent.refusal('tools_run', { capability_id: CREATE, params, mode: 'live', tool_turn_token: token });
  expectEqual([refused.code, refused.details.changes[0].part, (await provider.requests()).length], ['catalog_changed', 'contract', heard], 'the stale run');
  const change = refused.details.changes[0];
  shown(`the run on the old contract: catalog_changed (${change.part} ${change.from} → ${change.to}); nothing was sent`);
  const repaired = await agent.data(refused.repair.control, refused.repair.arguments);
  const fresh = repaired.tool_turn_token;
  const run = await agent.data('tools_run', { capability_id: CREATE, params, mode: 'live', tool_turn_token: fresh });
  expectEqual([run.state, run.contract.version], ['succeeded', history.versions[0].version], 'the repaired run');
  expectEqual((await provider.read(`/v1/contacts/${run.result.id}`)).email, params.email, 'the contact at the provider');
  shown(`the repair carried out as data (${refused.repair.control}): it runs, on version ${run.contract.version}, and the provider has it`);

  chapter('The connection goes away');
  const last = await readyToken(agent);
  await owner.data('connections_disconnect', { provider_id: 'sandbox', confirm: true }, { idempotencyKey: 'demo-disconnect' });
  const gone = await agent.refusal('tools_run', { capability_id: CREATE, params: { name: 'X', email: 'x@demo.example' }, mode: 'live', tool_turn_token: last });
  expectEqual([gone.code, gone.details.changes[0].part], ['catalog_changed', 'connection'], 'the run after disconnecting');
  shown('disconnected by the owner: the open turn answers catalog_changed (connection)');
}

async function readyToken(agent, capabilityId = CREATE) {
  for (const deadline = Date.now() + 5_000; Date.now() < deadline; ) {
    const got = await agent.data('tools_get', { capability_id: capabilityId });
    if (got.contract.readiness.ready) return got.tool_turn_token;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${capabilityId} did not become ready`);
}

function withoutSummary(overlay) {
  const { summary: _summary, title: _title, ...rest } = overlay.operations['POST /v1/contacts'];
  return { ...overlay, operations: { ...overlay.operations, 'POST /v1/contacts': rest } };
}
