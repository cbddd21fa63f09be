// The stage: a recording provider, a workspace with several packs, each with a capability and a provider of its own, so that a change of one
// leaves the others' turns alone; the last pack has a guarded and a priced capability too.
import { createServer } from 'node:http';
import { caller } from './calls.mjs';

export const PACKS = ['alpha', 'beta', 'gamma', 'delta'];
const LAST = PACKS.at(-1);
export const freeOf = (pack) => `${pack}.entries.read`;
export const GUARDED = `${LAST}.guarded.read`;
export const PAID = `${LAST}.paid.read`;
const PASSWORD = 'a long enough proof password';
const OWNER = 'owner@proof.example';

/** Answers at once and notes which credential came with which call. */
export async function startProvider() {
  const calls = [];
  const server = createServer((request, response) => {
    const id = new URL(request.url, 'http://provider').searchParams.get('id');
    calls.push({ id, token: (request.headers.authorization ?? '').replace('Bearer ', '') });
    response.setHeader('content-type', 'application/json').end('{"ok":true}');
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${server.address().port}`;
  return { calls, host, url: `http://${host}`, close: () => new Promise((resolve) => server.close(resolve)) };
}

const contract = (providerUrl, id, over) => ({
  capability_id: id,
  pack_id: id.split('.')[0],
  title: id,
  summary: 'Reads an entry.',
  description: 'Reads an entry.',
  input_schema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
  output_schema: null,
  scopes: [],
  permission: 'capabilities.run.read_only',
  action_policy: 'read_only',
  policy_assumed: false,
  cost: { class: 'free', charge_on: 'success' },
  async: { kind: 'sync', start_within_ms: 60_000, longest_ms: 20_000, repeatable: true },
  modes: ['smoke_test', 'dry_run', 'live'],
  executor: {
    kind: 'http',
    method: 'GET',
    server_url: providerUrl,
    path: '/entries',
    parameters: [{ field: 'id', in: 'query', name: 'id', style: 'form', explode: true, allow_reserved: false, json: false }],
    body: null,
    headers: [],
    auth: [{ type: 'bearer' }],
    idempotency_header: null,
  },
  provider: { id: id.split('.')[0], title: 'Proof', scopes: [] },
  composite: null,
  web_url: null,
  goals: [],
  deprecated: false,
  ...over,
});

export async function setStage(door, first, provider) {
  let session = null;
  const key = caller(door, () => first.apiKey);
  const owner = caller(door, () => session);
  const signIn = async (input) => void (session = (await key.data('sessions_create', input)).session_token);
  await signIn({ code: first.signInCode, new_password: PASSWORD });
  const guardedKey = await owner.data('api_keys_create', { name: 'guarded', role: 'agent', scopes: ['*'] });
  await owner.data('egress_set', { allow: [provider.host] });
  let titles = 0;
  const publish = (pack, offered) =>
    key.data('packs_publish', { pack: { pack_id: pack, title: pack, description: '' }, contracts: offered });
  const newFree = (pack) => contract(provider.url, freeOf(pack), { title: `Entries ${(titles += 1)}` });
  for (const pack of PACKS) {
    await publish(pack, [newFree(pack)]);
    await owner.data('connections_create', { provider_id: pack, credential: { type: 'bearer', token: `token-${pack}` } });
  }
  await publish(LAST, [
    contract(provider.url, GUARDED, { permission: 'capabilities.run.internal_reversible' }),
    contract(provider.url, PAID, { cost: { class: 'action', charge_on: 'success' } }),
  ]);
  await owner.data('prices_set', { capability_id: PAID, per_call: '1' });
  return {
    key,
    owner,
    guarded: caller(door, () => guardedKey.secret),
    guardedId: guardedKey.api_key_id,
    signInAgain: () => signIn({ email: OWNER, password: PASSWORD }),
    publishNew: (pack) => publish(pack, [newFree(pack)]),
  };
}
