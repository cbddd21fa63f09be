import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startSandbox } from '@turnpike/app-sandbox-provider';
import { ROOT } from '../run/prepare.mjs';
import { findAndLook, importPack } from './finding.mjs';
import { startProduct } from './product.mjs';
import { changeAndRepair, runModes } from './running.mjs';
import { callerFor, chapter, expectEqual, shown, stepsShown, why } from './teller.mjs';

const TOKEN = 'demo-provider-token';
const PASSWORD = `demo-${randomUUID()}`;

export async function tellStory() {
  const started = Date.now();
  console.log('Starting the product on a fresh data directory, and the sandbox beside it …');
  const sandbox = await startSandbox({ port: 0, token: TOKEN });
  const product = await startProduct();
  try {
    await tell(product, sandbox);
    console.log(`\n${stepsShown()} things were said and read back, in ${Math.round((Date.now() - started) / 1000)} s. Nothing is left running.`);
  } finally {
    await product.stop();
    await sandbox.close();
    product.remove();
  }
}

async function tell(product, sandbox) {
  const agent = callerFor(product.url, product.apiKey);
  const provider = sandboxReader(sandbox.url);
  chapter('Who is calling');
  const who = await agent.data('whoami');
  expectEqual([who.principal.kind, who.roles], ['api_key', ['admin']], 'the first key');
  shown(`the first API key speaks for ${who.principal.name} in ${who.workspace.name}`);

  await findAndLook(agent);
  const document = await (await fetch(`${sandbox.url}/openapi.json`)).text();
  const overlay = JSON.parse(readFileSync(join(ROOT, 'apps/sandbox-provider/overlay.json'), 'utf8'));
  await importPack(agent, { document, overlay });

  chapter('Owner actions need a person');
  const host = new URL(sandbox.url).host;
  const refused = await agent.refusal('egress_set', { allow: [host] }, { idempotencyKey: 'demo-egress' });
  expectEqual(refused.code, 'owner_session_required', 'an owner action by key');
  shown('an API key may not widen where runs can go: owner_session_required');
  const session = await agent.data('sessions_create', { code: product.signInCode, new_password: PASSWORD });
  const again = await agent.refusal('sessions_create', { code: product.signInCode, new_password: PASSWORD });
  expectEqual(again.code, 'unauthenticated', 'the code a second time');
  shown('the sign-in code works once');
  const owner = callerFor(product.url, session.session_token);
  expectEqual((await owner.data('whoami')).principal.kind, 'user', 'the signed-in owner');
  await owner.data('egress_set', { allow: [host] }, { idempotencyKey: 'demo-egress' });
  expectEqual((await agent.data('egress_list')).allow, [host], 'the list read back by the key');
  shown(`the owner lets runs reach ${host}, which is on loopback`);

  await runModes({ agent, owner, provider, token: TOKEN });
  await changeAndRepair({ agent, owner, provider, document, overlay });

  chapter('What is on record');
  const { items } = await agent.data('audit_list', { limit: 200 });
  const actions = new Set(items.map(({ action }) => action));
  for (const action of ['tools_run:live', 'tools_run:dry_run', 'egress_set', 'connections_create']) if (!actions.has(action)) throw new Error(`the audit lacks ${action}`);
  for (let at = 1; at < items.length; at += 1) expectEqual(items[at].digest, items[at - 1].previous_digest, 'the chain');
  shown(`${items.length} audit entries, each carrying the digest of the one before it; no smoke test among them`);
  if (items.some(({ action }) => action.includes('smoke'))) throw new Error('a smoke test left an audit entry');
  why('A smoke test inspects and leaves no trace; a dry run and a live run do.');
}

/** Reads the sandbox's own state, past Turnpike. */
function sandboxReader(url) {
  const headers = { authorization: `Bearer ${TOKEN}` };
  const read = async (path) => (await fetch(`${url}${path}`, { headers })).json();
  return { read, requests: async () => (await read('/sandbox/requests')).requests };
}
